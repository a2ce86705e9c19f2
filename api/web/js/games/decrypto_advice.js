/** What a bot would have written for a code that has been sent. */

import { adviceList, advicePlace, adviser } from "./advice.js";
import { h } from "../dom.js";
import { percent, t } from "../i18n.js";

const past = (sent) => ({ clues: sent.clues, code: sent.code });

/** Offer it to the encoder, and to everybody once the keywords are known. */
export function encoderAdvice(session, sent) {
  const { view: at, over } = session.state;
  const screen = at.screens.find((found) => found.side === sent.side)?.keywords;
  const keywords = screen ?? (sent.encoder === at.seat ? at.keywords : null);
  if (!keywords || !(over || sent.encoder === at.seat)) return null;
  const earlier = at.record.filter((other) => other.round < sent.round && other.clues);
  const ask = () =>
    adviser(session, `advice-${sent.round}-${sent.side}`, "decrypto/encode", "encoder", {
      language: at.language,
      keywords,
      code: sent.code,
      history: earlier.filter((other) => other.side === sent.side).map(past),
      opponent_history: earlier.filter((other) => other.side !== sent.side).map(past),
    });
  return advicePlace(session, `advice-${sent.round}-${sent.side}`, ask, (answer) => [
    adviceList(
      answer.clues.map((clue, i) => [
        clue,
        `${sent.code[i]} · ${keywords[sent.code[i] - 1]}`,
        answer.explanations[i],
      ]),
      answer.language,
    ),
    h(
      "p",
      { class: "small" },
      t("decrypto.chances", {
        decode: percent(answer.p_decode),
        intercept: percent(answer.p_intercept),
      }),
    ),
  ]);
}
