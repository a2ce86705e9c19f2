/** A plot of success over time: a mark for each try, a line for the mean of the last ones. */

import { svg } from "./dom.js";
import { language, percent, t } from "./i18n.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 130, 40, 312, 10, 104];
const WINDOW = 10;
const MARKS = 200;

const x = (i, n) => (n === 1 ? (LEFT + RIGHT) / 2 : LEFT + (i * (RIGHT - LEFT)) / (n - 1));
const y = (share) => BOTTOM - share * (BOTTOM - TOP);
const day = (time) =>
  new Date(time).toLocaleDateString(language(), { month: "short", day: "numeric" });

/** Return the mean of the last `WINDOW` scores at each entry. */
export function runningMeans(scores) {
  return scores.map((_, i) => {
    const last = scores.slice(Math.max(0, i + 1 - WINDOW), i + 1);
    return last.reduce((sum, score) => sum + score, 0) / last.length;
  });
}

/** Draw the entries of one skill, oldest first; full marks are full, others hollow. */
export function successPlot(entries) {
  const shown = entries.slice(-MARKS);
  const means = runningMeans(entries.map((e) => e.score)).slice(-MARKS);
  const n = shown.length;
  const label = t("log.plot", {
    n: entries.length,
    first: percent(means[0]),
    last: percent(means.at(-1)),
  });
  const text = (at, of, anchor) => svg("text", { x: at[0], y: at[1], "text-anchor": anchor }, of);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "plot" },
    [0, 0.5, 1].map((share) => [
      svg("line", { x1: LEFT, x2: RIGHT, y1: y(share), y2: y(share), class: "grid" }),
      text([LEFT - 6, y(share) + 4], percent(share), "end"),
    ]),
    n > 1 &&
      svg("polyline", {
        class: "mean",
        points: means.map((mean, i) => `${x(i, n).toFixed(1)},${y(mean).toFixed(1)}`).join(" "),
      }),
    shown.map((entry, i) =>
      svg("circle", {
        cx: x(i, n).toFixed(1),
        cy: y(entry.score).toFixed(1),
        r: 3,
        class: entry.score >= 1 ? "full" : "part",
      }),
    ),
    text([n === 1 ? x(0, 1) : LEFT, HEIGHT - 8], day(shown[0].time), n === 1 ? "middle" : "start"),
    n > 1 && text([RIGHT, HEIGHT - 8], day(shown.at(-1).time), "end"),
  );
}
