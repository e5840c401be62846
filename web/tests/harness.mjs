// Starts the program with a folder of its own and a real browser; shared by all tests.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
export const results = join(here, '../test-results');
mkdirSync(results, { recursive: true });

/** The program to test: GOSEDAI_BIN, or the release build of this repository. */
const binary = process.env.GOSEDAI_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(here, '../../target'), 'release/gosedai');
const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export async function startServer({ port = 0, data, extra = [], config } = {}) {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'gosedai-web-'));
  if (config) writeFileSync(join(folder, 'engines.toml'), config);
  const page = process.env.GOSEDAI_PAGE ? ['--page', process.env.GOSEDAI_PAGE] : [];
  const child = spawn(binary, ['serve', '--port', String(port), '--data', folder, '--no-open', ...page, ...extra], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((done, fail) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/[\d.:]+\//.exec(text);
      if (found) done(found[0]);
    });
    child.on('exit', (code) => fail(new Error(`the program ended with ${code}`)));
  });
  return {
    url,
    binary,
    kill: () => new Promise((done) => {
      child.removeAllListeners('exit');
      child.on('exit', done);
      child.kill('SIGKILL');
    }),
    data: folder,
    port: Number(new URL(url).port),
    stop: () => new Promise((done) => {
      child.removeAllListeners('exit');
      child.on('exit', done);
      child.kill('SIGINT');
    }),
    clean: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const launch = () => chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--force-color-profile=srgb'] });

/** A fresh page that fails the test on any script error. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  await page.goto(url);
  await page.waitForSelector('[data-ready]');
  await page.waitForFunction(() => document.querySelector('.players'));
  return page;
}

/** Pastes text into the page as a person would. */
export const paste = (page, text) =>
  page.evaluate((t) => {
    const data = new DataTransfer();
    data.setData('text/plain', t);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, text);

export const mode = (page, name) => page.locator('nav.modes button').nth(['play', 'analyse', 'edit', 'review', 'library', 'help'].indexOf(name)).click();
export const stones = (page) => page.evaluate(() => document.querySelectorAll('#main-board .stones circle').length);
export const moveNumber = async (page) => Number(await page.locator('.move-number b').textContent());
export const shot = (page, name, options = {}) => page.screenshot({ path: join(results, `${name}.png`), ...options });
export const point = (page, name) => page.locator(`#main-board [data-point="${name}"]`);
/** Where the sections of the page lie. */
const TAB_OF = { candidates: 'moves', inspector: 'stone', reading: 'stone', 'new-game': 'game', 'problem-editor': 'problems', collections: 'problems', 'quiz-start': 'problems', 'joseki-editor': 'joseki', 'rule-editor': 'rules', 'potential-editor': 'potential', 'position-editor': 'position', review: 'moments', findings: 'moments', summary: 'story', practice: 'story' };
/** Opens a tab of the first place, by its button or through the chooser. */
export async function tab(page, id) {
  const button = page.locator(`[role=tab][data-tab=${id}][data-place="0"]`);
  if (await button.count()) await button.click();
  else await page.locator('.tab-more').first().selectOption(id);
  await page.locator(`[data-panel=${id}]`).waitFor();
}
/** Opens the tab a section lies in, and the section if it is folded. */
export async function section(page, id) {
  const part = page.locator(`#${id}`);
  if (!(await part.count())) await tab(page, TAB_OF[id] ?? id);
  if (await part.evaluate((d) => d.tagName === 'DETAILS' && !d.open)) await part.locator('> summary').click();
  await part.scrollIntoViewIfNeeded();
  return part;
}
/** The card beside the board. */
export const answer = (page) => page.locator('#answer');
/** Takes all layers off the board. */
export async function bare(page) {
  await tab(page, 'layers');
  await page.locator('[data-overlay]').first().waitFor();
  const on = await page.locator('[data-overlay][aria-pressed=true]').evaluateAll((list) => list.map((b) => b.dataset.overlay));
  for (const name of on) {
    await page.locator(`[data-overlay=${name}]`).click();
    await page.locator(`[data-overlay=${name}][aria-pressed=false]`).waitFor();
  }
}
/** A record opened at its end, in analysis. */
export async function analysing(browser, url, sgf = GAME, options = {}) {
  const page = await open(browser, url, options);
  await paste(page, sgf);
  await page.waitForFunction(() => document.querySelector('.move-number span'));
  await page.waitForTimeout(150);
  await page.keyboard.press('End');
  await mode(page, 'analyse');
  return page;
}
/** Waits until the server works on nothing. */
export async function idle(url, patience = 15_000) {
  const end = Date.now() + patience;
  for (;;) {
    const { jobs, working } = await (await fetch(`${url}api/jobs`)).json();
    if (!jobs.length && !working) return;
    if (Date.now() > end) throw new Error(`still at work: ${JSON.stringify(jobs)}, ${working}`);
    await new Promise((r) => setTimeout(r, 50));
  }
}
export const notice = (page, pattern) => page.waitForFunction((p) => [...document.querySelectorAll('.notice')].some((n) => new RegExp(p).test(n.textContent)), pattern.source, { timeout: 20_000 });
/** Things drawn over the board. */
export const shapes = (page, selector = '.shapes > *') => page.evaluate((s) => document.querySelectorAll(`#main-board ${s}`).length, selector);
export const has = async (url, command) => (await (await fetch(`${url}api`)).json()).commands.some((c) => c.name === command);

export const GAME = '(;GM[1]FF[4]SZ[19]KM[6.5]PB[Kuro]PW[Shiro]RE[B+R];B[qd];W[dc];B[pq];W[oc];B[cp];W[qo];B[pe];W[np](;B[po];W[pp];B[op];W[qp];B[oq];W[on];B[no];W[pn];B[mp];W[qq];B[nn];W[ec];B[de];W[pg];B[md];W[mc];B[ld];W[lc];B[kd])(;B[op];W[oo];B[no]C[A quiet move at O5; compare Q4.];W[on]))';
