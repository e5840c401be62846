// Analysis: overlays, judgement, candidates, questions, reading, instruments, parameters.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { analysing as opened, bare, idle, launch, point, section, shapes, shot, startServer, tab } from './harness.mjs';

let server, browser;
before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
  server.clean();
});

const analysing = (sgf) => opened(browser, server.url, sgf);

test('the position in three sentences, candidates with reasons; evidence lights up on the board', async () => {
  const page = await analysing();
  await page.locator('.figure output[data-score]').waitFor({ timeout: 20_000 });
  await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
  assert.match(await page.locator('#answer .brief').textContent(), /White to play.*\..*The move is/s);
  // candidates and what becomes of groups are on the board without asking
  assert.ok((await shapes(page, '.chip')) >= 8, 'layers from the start');
  await page.locator('#candidates tbody .point').first().click();
  await page.locator('#candidate-answer [data-ask=more]').click();
  const reason = page.locator('#answer .reasons li').first();
  const count = () => page.evaluate(() => document.querySelectorAll('#main-board .shapes > *').length);
  await page.mouse.move(5, 5);
  const plain = await count();
  await reason.hover();
  assert.ok((await count()) > plain, 'resting on a reason shows its evidence');
  await shot(page, 'analyse');
  // the picture of the README, on request
  if (process.env.GOSEDAI_PICTURE) {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Judge the whole game' }).click();
    await page.waitForFunction(() => (document.querySelector('.graph .heat')?.getAttribute('d').match(/L/g) ?? []).length >= 26, null, { timeout: 60_000 });
    await page.mouse.move(5, 5);
    await page.waitForTimeout(900);
    await page.screenshot({ path: process.env.GOSEDAI_PICTURE });
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('layers lie in four families; each explains its signs in the card, and draws something or says why not', async () => {
  const page = await analysing();
  await page.locator('.figure output[data-score]').waitFor({ timeout: 20_000 });
  await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
  await bare(page);
  assert.deepEqual(await page.locator('.family h3').allTextContents(), ['Stones', 'Area', 'Moves', 'Research']);
  const names = await page.locator('.overlays button:not([disabled])').evaluateAll((list) => list.map((b) => b.dataset.overlay));
  assert.ok(names.length >= 18, names.join());
  for (const name of names) {
    const button = page.locator(`[data-overlay=${name}]`);
    await button.click();
    const card = page.locator('#layer-answer');
    await card.waitFor();
    assert.ok((await card.locator('.legend span').count()) >= 1, `${name} has a legend`);
    await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes > *').length > 0 || /Nothing to show|still open/.test(document.querySelector('#layer-answer .answer-text')?.textContent ?? ''), null, { timeout: 20_000 });
    await page.locator('.board-side').screenshot({ path: `${new URL('../test-results/', import.meta.url).pathname}overlay-${name}.png` });
    await button.click();
    await page.waitForFunction(() => !document.querySelector('#layer-answer'));
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('the chosen overlay follows to positions nobody has asked about', async () => {
  const page = await analysing();
  await page.locator('.figure output[data-score]').waitFor({ timeout: 20_000 });
  await tab(page, 'layers');
  await page.locator('[data-overlay=groups]').click();
  for (let i = 0; i < 3; i++) {
    const before = await page.locator('.move-number b').textContent();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((n) => document.querySelector('.move-number b').textContent !== n, before);
    await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes > *').length > 0, null, { timeout: 20_000 });
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('the inspector shows every attribute of string, group and family', async () => {
  const page = await analysing();
  await page.locator('.figure output[data-score]').waitFor({ timeout: 20_000 });
  await point(page, 'P3').click();
  await page.locator('#stone-answer [data-ask=attributes]').click();
  const inspector = page.locator('#inspector');
  await inspector.getByRole('heading', { name: /Inspector: P3/ }).waitFor();
  await inspector.locator('h3').first().waitFor();
  const text = await inspector.textContent();
  for (const word of ['liberties', 'encirclement', 'strength', 'importance', 'inner territory', 'eyes', 'dame by order', 'PON']) assert.ok(text.includes(word), word);
  await inspector.scrollIntoViewIfNeeded();
  await shot(page, 'inspector');
  await page.context().close();
});

test('if ignored, and why this, not that, on any move', async () => {
  const page = await analysing();
  await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
  // the last move of the record
  await page.keyboard.press('i');
  const ignored = page.locator('#ignored');
  await ignored.locator('.answer-text').waitFor({ timeout: 30_000 });
  assert.match(await ignored.textContent(), /After L16, if White plays elsewhere, the threat is [A-T]\d+, about [\d.]+ points/);
  await ignored.locator('.line-show').hover();
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes circle[class^=stone]').length >= 1);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes circle[class^=stone]').length === 0);
  // a candidate, tried first
  const best = await page.locator('#candidates tbody .point').first().textContent();
  await page.locator('#candidates tbody .point').first().click();
  await page.locator('#candidate-answer [data-ask=ignored]').click();
  await page.getByText(new RegExp(`After ${best}, if Black plays elsewhere`)).waitFor({ timeout: 30_000 });
  await shot(page, 'ignored');
  // our own choice against any point
  await page.keyboard.press('w');
  await page.locator('.prompt').waitFor();
  await point(page, 'K10').click();
  const compared = page.locator('#compared');
  await page.getByText(/rather than K10/).waitFor({ timeout: 30_000 });
  await compared.locator('[data-ask=more]').click();
  assert.match(await compared.textContent(), /K10 misses: .*expected answer/s);
  await shot(page, 'why-not');
  // any candidate against any point
  await page.locator('#candidates tbody .point').nth(1).click();
  const second = await page.locator('#candidates tbody .point').nth(1).textContent();
  await page.locator('#candidate-answer [data-ask=compare]').click();
  await point(page, 'C7').click();
  await page.getByText(new RegExp(`${second} rather than C7`)).waitFor({ timeout: 30_000 });
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('reading a ladder and stepping its own tree; a ladder breaker is named', async () => {
  const page = await analysing('(;SZ[9]AB[de][ed][df]AW[ee]PL[B])');
  await point(page, 'E5').click();
  await page.locator('#answer [data-goal=ladder]').click();
  await page.locator('#reading-answer').getByText(/Ladder breakers/).waitFor({ timeout: 30_000 });
  await section(page, 'reading');
  const answer = page.locator('#reading .read-answer');
  await answer.waitFor({ timeout: 30_000 });
  const text = await answer.textContent();
  assert.match(text, /Attack first.*works/s);
  assert.match(text, /Ladder breakers: [A-J]\d/);
  const tree = page.locator('#reading .trace').first();
  await tree.scrollIntoViewIfNeeded();
  const next = tree.locator('[data-trace=next]');
  let steps = 0;
  while (steps < 20 && (await next.isEnabled())) {
    await next.click();
    steps++;
  }
  assert.ok(steps >= 5, `the ladder is followed for ${steps} moves`);
  assert.equal(await shapes(page, '.shapes circle[class^=stone]'), steps, 'the line is on the board');
  const line = (await tree.locator('output').textContent()).trim().split(' ');
  assert.equal(line.length, steps);
  await shot(page, 'ladder');
  // by keys
  await tree.locator('[role=tree]').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal((await tree.locator('output').textContent()).trim().split(' ').length, steps - 1);
  await page.locator('#reading .breakers').hover();
  assert.ok((await shapes(page)) > 0);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('reading from the card and from the list of attributes: string, group and link', async () => {
  const page = await analysing();
  await page.locator('.figure output[data-score]').waitFor({ timeout: 20_000 });
  await point(page, 'P4').click();
  await page.locator('#stone-answer [data-goal=capture]').click();
  await page.locator('#reading-answer').getByText(/first:/).first().waitFor({ timeout: 60_000 });
  const inspector = await section(page, 'inspector');
  await page.locator('#reading .read-answer').getByText('Capture P4').waitFor({ timeout: 60_000 });
  assert.ok((await page.locator('#reading .trace').count()) === 2, 'a tree for each side to move');
  const link = inspector.locator('[data-read=connect]').first();
  if (await link.count()) {
    await link.click();
    await page.locator('#reading .read-answer').getByText(/Connection [A-T]\d+, [A-T]\d+/).waitFor({ timeout: 60_000 });
  }
  // leaving the position stops a reading
  await page.locator('#reading [data-goal=life]').click();
  await page.keyboard.press('ArrowLeft');
  await idle(server.url);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a parameter change alters the judgement, and is shown as a difference', async () => {
  const page = await analysing();
  await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
  // the judgement stands beside the parameters
  await page.setViewportSize({ width: 1800, height: 1000 });
  await page.locator('[role=tab][data-tab=judgement][data-place="1"]').click();
  const before = await page.locator('#judgement output[data-sum]').getAttribute('data-sum');
  const panel = await section(page, 'parameters');
  await panel.locator('.param').first().waitFor();
  await panel.getByLabel('Find a parameter').fill('territory');
  const sliders = await panel.locator('.param input[type=range]').all();
  assert.ok(sliders.length > 0);
  let changed = false;
  for (const slider of sliders) {
    await slider.evaluate((e) => {
      e.value = Number(e.value) > Number(e.min) ? e.min : e.max;
      e.dispatchEvent(new Event('input', { bubbles: true }));
    });
    changed = await page.waitForFunction((old) => {
      const now = document.querySelector('#judgement output[data-sum]')?.dataset.sum;
      return now !== undefined && now !== old;
    }, before, { timeout: 4000 }).then(() => true, () => false);
    if (changed) break;
  }
  assert.ok(changed, 'the judgement follows the parameter');
  await page.locator('#difference').waitFor({ timeout: 10_000 });
  await panel.scrollIntoViewIfNeeded();
  await shot(page, 'parameters');
  await panel.getByLabel('Name of the set').fill('trial');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('button', { name: 'All back' }).click();
  await page.waitForFunction((old) => document.querySelector('#judgement output[data-sum]')?.dataset.sum === old, before, { timeout: 10_000 });
  await panel.getByLabel('Load a set').selectOption('trial.toml');
  await page.waitForFunction((old) => document.querySelector('#judgement output[data-sum]')?.dataset.sum !== old, before, { timeout: 10_000 });
  assert.deepEqual(page.errors, []);
  await page.context().close();
});


test('stale analyses are cancelled on the server', async () => {
  const page = await analysing();
  await page.locator('#candidates tbody tr').first().waitFor({ timeout: 30_000 });
  // run through the record: what is asked on the way is given up, not queued
  const seen = [];
  page.on('requestfailed', (r) => seen.push(r.url()));
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(90);
  }
  await page.keyboard.press('Space');
  await idle(server.url, 5_000);
  console.log(`${seen.length} questions were dropped while stepping`);
  // the whole game, left half way
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Judge the whole game' }).click();
  await page.waitForFunction(async () => (await (await fetch('/api/jobs')).json()).jobs.some((j) => j.command === 'course'), null, { timeout: 5_000 }).catch(() => {});
  await page.context().close();
  await idle(server.url, 10_000);
});
