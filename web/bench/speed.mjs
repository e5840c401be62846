// How long the page takes, by the clock and in processor time of its own thread: `npm run bench`. A bench, no test: what it
// prints depends on the machine and on what else runs there.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { GAME, analysing, bare, launch, mode, open, paste, startServer, tab } from '../tests/harness.mjs';

const server = await startServer();
const browser = await launch();
const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[list.length >> 1];
const spread = (list) => `median ${median(list).toFixed(1)} ms, best ${Math.min(...list).toFixed(1)} ms, worst ${Math.max(...list).toFixed(1)} ms`;

try {
  console.log(`load before: ${loadavg()[0].toFixed(2)}`);
  await steps();
  await overlays();
  await freshPositions();
  await firstAnswer();
  console.log(`load after: ${loadavg()[0].toFixed(2)}`);
} finally {
  await browser.close();
  await server.stop();
  server.clean();
}

/** From the key to the next picture. */
async function steps() {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await mode(page, 'analyse');
  await page.waitForTimeout(300);
  const times = await page.evaluate(async () => {
    const key = (k) => dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true }));
    key('Home');
    await new Promise((r) => setTimeout(r, 50));
    const out = [];
    for (let i = 0; i < 25; i++) {
      const before = performance.now();
      key('ArrowRight');
      await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
      out.push(performance.now() - before);
    }
    return out;
  });
  console.log(`a step through a record: ${spread(times)}`);
  await page.context().close();
}

/** From the click to the picture, for each overlay of a position that was asked about. */
async function overlays() {
  const page = await analysing(browser, server.url);
  await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
  await bare(page);
  const meter = await page.context().newCDPSession(page);
  await meter.send('Performance.enable');
  const spent = async () => (await meter.send('Performance.getMetrics')).metrics.find((m) => m.name === 'ThreadTime').value * 1000;
  for (const name of await page.locator('.overlays button:not([disabled])').evaluateAll((list) => list.map((b) => b.dataset.overlay))) {
    // the pointer comes to rest on the button before it is pressed, as a hand does
    await page.locator(`[data-overlay=${name}]`).hover();
    await page.waitForTimeout(['predicted', 'pon', 'endgame'].includes(name) ? 700 : 60);
    const before = await spent();
    const times = await page.evaluate(async (overlay) => {
      const out = [];
      for (let i = 0; i < 10; i++) {
        const began = performance.now();
        document.querySelector(`[data-overlay=${overlay}]`).click();
        await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
        // every second click takes it away again
        if (i % 2 === 0) out.push(performance.now() - began);
      }
      return out;
    }, name);
    console.log(`overlay ${name}: ${spread(times)}; processor ${(((await spent()) - before) / 10).toFixed(1)} ms a click`);
  }
  await page.context().close();
}

/** From the key to the drawing, at positions nobody has asked about. */
async function freshPositions() {
  const page = await analysing(browser, server.url);
  await page.locator('.figure output[data-score]').waitFor({ timeout: 20_000 });
  await bare(page);
  await tab(page, 'layers');
  await page.locator('[data-overlay=groups]').click();
  const times = await page.evaluate(async () => {
    const out = [];
    for (let i = 0; i < 15; i++) {
      await new Promise((r) => setTimeout(r, 700));
      const before = performance.now();
      dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
      await new Promise((r) => requestAnimationFrame(r));
      while (!document.querySelector('#main-board .shapes')?.innerHTML) await new Promise((r) => requestAnimationFrame(r));
      out.push(performance.now() - before);
    }
    return out;
  });
  console.log(`overlay of groups after a step to a fresh position: ${spread(times)}`);
  await page.context().close();
}

/** From the paste of a long record to the first figure and to the first sentences about it. */
async function firstAnswer() {
  const record = readFileSync(new URL('../../examples/ear-reddening.sgf', import.meta.url), 'utf8');
  const [figure, sentences] = [[], []];
  for (let i = 0; i < 5; i++) {
    const page = await open(browser, server.url);
    await mode(page, 'analyse');
    await page.waitForTimeout(1000);
    const began = await page.evaluate(() => performance.now());
    await paste(page, record);
    const since = async (selector) => (await page.waitForFunction((s) => document.querySelector('.player .who').textContent.includes('Shusaku') && document.querySelector(s) && performance.now(), selector, { polling: 'raf' })).jsonValue();
    figure.push((await since('.figure output')) - began);
    sentences.push((await since('#answer .brief')) - began);
    await page.context().close();
  }
  console.log(`a record of 325 moves, first figure: ${spread(figure)}; first sentences: ${spread(sentences)}`);
}
