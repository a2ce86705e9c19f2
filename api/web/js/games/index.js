/** The modules that know how a game looks; a game without one gets the generic view. */

import { codebreaker } from "./codebreaker.js";
import { codenames } from "./codenames.js";
import { decrypto } from "./decrypto.js";
import { generic } from "./generic.js";

const MODULES = { codenames, decrypto, codebreaker };

/**
 * A module draws the view of a session (`view`), says what is asked of the seat (`ask`), what a
 * move has changed (`tell`), and what the seat has practised (`practice`).
 * `behind` tells what the reader has still to look at before the present may be shown.
 * It may also make moves by itself that leave no choice (`auto`), and ask for more before a game
 * begins (`start`): `settle(form, game, preset)` returns `seats` and `setup`, `fields(settled, set)`
 * the fields of the form.
 */
export const moduleOf = (game) => MODULES[game] ?? generic;
