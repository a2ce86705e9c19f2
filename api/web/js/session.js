/** One live game in this browser: its state as it comes in, and the moves that go out. */

import { gameEvents, makeMove, newKey, question, showGame } from "./api.js";
import { saveSeat, seats } from "./storage.js";

const CHECK_DELAY = 250;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Session {
  /**
   * @param id The game.
   * @param listener `changed()` after anything that shows; `advanced(before, after)` after a move.
   */
  constructor(id, listener) {
    this.id = id;
    this.kept = seats()[id] ?? {};
    this.token = this.kept.token;
    this.listener = listener;
    this.state = null;
    this.problem = null;
    this.online = true;
    this.busy = false;
    /** What the reader has typed and chosen so far, by the name of the field. */
    this.drafts = {};
    /** The verdicts on clues being typed, by the name of the field. */
    this.verdicts = {};
    /** What else a view of a game remembers while the page is open. */
    this.ui = {};
    this.stop = new AbortController();
  }

  /** Load the game and follow it until it ends or the page is left. */
  async open() {
    this.take(await showGame(this.id, this.token));
    this.follow();
  }

  close() {
    this.stop.abort();
  }

  /** Change what is remembered of this seat beyond the visit. */
  keep(fields) {
    this.kept = { ...this.kept, ...fields };
    if (this.token) saveSeat(this.id, fields);
  }

  draft(name, value) {
    this.drafts[name] = value;
    this.listener.changed();
  }

  take(state) {
    if (this.state && state.version <= this.state.version) return;
    const before = this.state;
    this.state = state;
    // A link into a game that is over opens nothing; no token stays longer than it is of use.
    if (this.token) this.keep({ over: state.over, ...(state.over && { invitations: {} }) });
    this.listener.advanced(before, state);
    this.listener.changed();
  }

  async follow() {
    let wait = FIRST_WAIT;
    while (!this.state.over && !this.stop.signal.aborted) {
      try {
        const opened = () => {
          this.connected(true);
          wait = FIRST_WAIT;
        };
        const { version } = this.state;
        for await (const state of gameEvents(
          this.id,
          this.token,
          version,
          this.stop.signal,
          opened,
        )) {
          this.take(state);
        }
      } catch (error) {
        if (this.stop.signal.aborted) return;
        this.connected(error.status > 0);
        if ([401, 404].includes(error.status)) return this.fail(error);
        wait = Math.min(2 * wait, LONGEST_WAIT);
      }
      if (!this.state.over) await pause(wait);
    }
  }

  connected(online) {
    if (online === this.online) return;
    this.online = online;
    this.listener.changed();
  }

  /**
   * Make a move; a lost answer is asked for again under the same key, so that it plays once.
   *
   * `body`: `{move}`, `{text}` or `{forfeit: true}`. `fits(before, after)`: whether the move still
   * means the same after others have moved. Returns whether the move was accepted.
   */
  async move(body, fits = () => false) {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    this.listener.changed();
    try {
      for (let before = this.state; ; before = this.state) {
        try {
          const posted = { version: before.version, ...body };
          this.take((await makeMove(this.id, this.token, newKey(), posted)).game);
          this.drafts = {};
          this.verdicts = {};
          return true;
        } catch (error) {
          if (error.game) this.take(error.game);
          if (!error.game || !fits(before.view, this.state.view)) throw error;
        }
      }
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.busy = false;
      this.listener.changed();
    }
  }

  fail(error) {
    this.problem = error;
    this.listener.changed();
  }

  /** Have a clue judged while it is typed, a moment after the last letter. */
  check(name, operation, request) {
    const last = this.verdicts[name];
    clearTimeout(last?.timer);
    last?.stop.abort();
    if (!request.clue.trim()) {
      delete this.verdicts[name];
      return this.listener.changed();
    }
    const stop = new AbortController();
    const mine = { stop, answer: null };
    mine.timer = setTimeout(async () => {
      try {
        mine.answer = await question(operation, request, stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return;
        mine.problem = error;
      }
      if (this.verdicts[name] === mine) this.listener.changed();
    }, CHECK_DELAY);
    this.verdicts[name] = mine;
    this.listener.changed();
  }
}
