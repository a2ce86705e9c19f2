/** The modules that know how a game looks; a game without one gets the generic view. */

import { codenames } from "./codenames.js";
import { decrypto } from "./decrypto.js";
import { generic } from "./generic.js";

const MODULES = { codenames, decrypto };

/**
 * A module draws the view of a session (`view`), says what is asked of the seat (`ask`), what a
 * move has changed (`tell`), and what the seat has practised (`practice`).
 * `behind` tells what the reader has still to look at before the present may be shown.
 */
export const moduleOf = (game) => MODULES[game] ?? generic;
