// Turns docs/concepts/NAME.LANGUAGE.md into the help pages: HTML, with text diagrams drawn as boards.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** Rows of a text diagram, or null if the text is none: only X O . + and marks, all rows alike. */
function boardRows(text) {
  const lines = text.split('\n').filter((line) => line.trim() && !/^\s*([A-HJ-Z]\s+)+[A-HJ-Z]\s*$/.test(line));
  // numbers at the ends are names of rows only if every row has one
  const labelled = (re) => lines.every((line) => re.test(line)) ? re : /$^/;
  const [left, right] = [labelled(/^\s*\d+\s/), labelled(/\s\d+\s*$/)];
  const rows = [];
  for (const line of lines) {
    const cells = line.replace(left, '').replace(right, '').trim().split(/\s+/);
    const flat = cells.length === 1 ? [...cells[0]] : cells;
    if (!flat.every((c) => /^[XO.+,a-z0-9#@*]$/.test(c))) return null;
    rows.push(flat);
  }
  const even = rows.length >= 2 && rows.every((r) => r.length === rows[0].length && r.length >= 3);
  return even && rows.flat().some((c) => /[XO1]/.test(c)) && rows.flat().some((c) => c === '.') ? rows : null;
}

/** Walls given as `left 0:4 2:2` (temperature:value), drawn like the thermographs of the page. */
function thermographSvg(text) {
  const side = (name) => (new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? '').split(' ').map((p) => p.split(':').map(Number)).map(([t, v]) => [v, t]);
  const [left, right] = [side('left'), side('right')];
  const all = [...left, ...right];
  const [low, high] = [Math.min(...all.map((p) => p[0])), Math.max(...all.map((p) => p[0]))];
  const top = Math.max(...all.map((p) => p[1])) * 1.35;
  const [W, H] = [260, 150];
  const x = (v) => 20 + ((high - v) / (high - low)) * (W - 40);
  const y = (t) => 8 + ((top - t) / top) * (H - 30);
  const path = (points) => points.map(([v, t], i) => `${i ? 'L' : 'M'}${x(v).toFixed(1)} ${y(t).toFixed(1)}`).join('');
  const foot = left.at(-1);
  const ticks = [...new Set([high, foot[0], low])].map((v) => `<text x="${x(v)}" y="${H - 8}">${v}</text>`).join('');
  return `<figure class="diagram"><svg class="thermo" viewBox="0 0 ${W} ${H}" style="max-width:${W * 1.4}px" role="img" aria-label="thermograph"><path class="base" d="M10 ${y(0)}H${W - 10}"/><path class="wall" d="${path(left)}"/><path class="wall right" d="${path(right)}"/><path class="mast" d="M${x(foot[0])} ${y(foot[1])}V8"/><text x="${x(foot[0]) + 20}" y="${y(foot[1]) - 4}">t ${foot[1]}</text>${ticks}</svg></figure>`;
}

/** In a diagram of moves the digits are stones, Black's first. */
function boardSvg(rows, numbered = false) {
  const w = rows[0].length, h = rows.length, s = 20;
  const lines = [], stones = [];
  for (let y = 0; y < h; y++) lines.push(`<path d="M10 ${y * s + 10}H${w * s - 10}"/>`);
  for (let x = 0; x < w; x++) lines.push(`<path d="M${x * s + 10} 10V${h * s - 10}"/>`);
  rows.forEach((row, y) => row.forEach((c, x) => {
    const [cx, cy] = [x * s + 10, y * s + 10];
    if (c === 'X' || c === '#') stones.push(`<circle class="b" cx="${cx}" cy="${cy}" r="9"/>`);
    else if (c === 'O' || c === '@') stones.push(`<circle class="w" cx="${cx}" cy="${cy}" r="9"/>`);
    else if (numbered && /[1-9]/.test(c)) stones.push(`<circle class="${Number(c) % 2 ? 'b' : 'w'}" cx="${cx}" cy="${cy}" r="9"/><text class="${Number(c) % 2 ? 'on-b' : 'on-w'}" x="${cx}" y="${cy + 4.5}">${c}</text>`);
    else if (/[a-z0-9*]/.test(c)) stones.push(`<circle class="blank" cx="${cx}" cy="${cy}" r="8"/><text x="${cx}" y="${cy + 4.5}">${c}</text>`);
    if (c === '#' || c === '@') stones.push(`<rect class="mark" x="${cx - 3.5}" y="${cy - 3.5}" width="7" height="7"/>`);
  }));
  return `<figure class="diagram"><svg viewBox="0 0 ${w * s} ${h * s}" style="max-width:${w * s * 1.4}px" role="img" aria-label="diagram"><g class="grid">${lines.join('')}</g>${stones.join('')}</svg></figure>`;
}

const marked = new Marked({
  renderer: {
    code({ text, lang }) {
      if (lang === 'thermograph') return thermographSvg(text);
      const rows = boardRows(text);
      return rows ? boardSvg(rows, lang === 'moves') : `<pre tabindex="0"><code>${escape(text)}</code></pre>`;
    },
    // raw HTML in the pages is shown, not run
    html({ text }) {
      return escape(text);
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const page = /^(?:\.\/)?([a-z0-9_-]+)(?:\.[a-z]{2})?\.md$/.exec(href);
      if (page) return `<a href="#help/${page[1]}">${inner}</a>`;
      return /^https?:/.test(href) ? `<a href="${escape(href)}" rel="noreferrer" target="_blank">${inner}</a>` : inner;
    },
    image({ text }) {
      return escape(text);
    },
  },
});

export async function helpPages(folder) {
  const pages = {};
  let names = [];
  try {
    names = (await readdir(folder)).filter((n) => /\.([a-z]{2})\.md$/.test(n)).sort();
  } catch {
    return pages;
  }
  for (const name of names) {
    const [, id, lang] = /^(.*)\.([a-z]{2})\.md$/.exec(name);
    const text = await readFile(join(folder, name), 'utf8');
    const title = /^#\s+(.*)$/m.exec(text)?.[1] ?? id;
    pages[id] ??= {};
    pages[id][lang] = { title, html: await marked.parse(text) };
  }
  return pages;
}
