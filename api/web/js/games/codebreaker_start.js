/** What the form for a new game of Code Breaker asks beyond that of other games. */

import { select } from "../pages/fields.js";
import { named, t } from "../i18n.js";

export const start = { settle, fields };

/** Return variant and number of players, the seats they make, and the setup to ask for. */
function settle(form, game, preset) {
  const counts = game.setup_schema["x-players"];
  const usual = { variant: "base", players: 2, ...preset.setup };
  const variant = form.variant in counts ? form.variant : usual.variant;
  const wanted = form.players ?? usual.players;
  const players = counts[variant].includes(wanted) ? wanted : counts[variant][0];
  const seats = Array.from({ length: players }, (_, i) => [`player.${i + 1}`, "player"]);
  return {
    variant,
    players,
    variants: Object.keys(counts),
    counts: counts[variant],
    seats: Object.fromEntries(seats),
    setup: { variant, players },
  };
}

function fields(settled, set) {
  return [
    select(
      "variant",
      t("codebreaker.variant"),
      settled.variants.map((name) => [name, named("codebreaker.variant", name)]),
      settled.variant,
      (variant) => set({ variant }),
    ),
    select(
      "players",
      t("codebreaker.opponents"),
      settled.counts.map((n) => [String(n), t("codebreaker.opponents_n", { n: n - 1 })]),
      String(settled.players),
      (players) => set({ players: Number(players) }),
    ),
  ];
}
