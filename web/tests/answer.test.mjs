// The answer beside the board: whatever is asked stands in the card, whole and without scrolling, its picture on the board.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GAME, analysing, launch, mode, moveNumber, open, paste, point, shapes, shot, startServer, tab } from './harness.mjs';

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

const SIZES = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];
const LANGUAGES = ['en-US', 'ja-JP'];

/** The card lies in the window, nothing in it is cut off or needs scrolling, sideways rows of buttons excepted. */
async function whole(page, what) {
  const found = await page.evaluate(() => {
    const card = document.querySelector('#answer');
    const box = card.getBoundingClientRect();
    const text = [...card.querySelectorAll('.answer-head, .answer-text, .line-row, .legend, .figures, .first, .answer-buttons')].map((e) => ({ what: e.className, bottom: e.getBoundingClientRect().bottom, right: e.getBoundingClientRect().right }));
    return { top: box.top, bottom: box.bottom, right: box.right, inner: card.scrollHeight - card.clientHeight, text, scrolled: scrollY, w: innerWidth, h: innerHeight };
  });
  const { width, height } = { width: found.w, height: found.h };
  assert.ok(found.top >= 0 && found.bottom <= height + 0.5 && found.right <= width + 0.5, `${what}: the card ends at ${found.bottom} of ${height}`);
  assert.ok(found.inner <= 1, `${what}: ${found.inner} px of the card are hidden`);
  assert.equal(found.scrolled, 0, `${what}: the page is scrolled`);
  for (const part of found.text) assert.ok(part.bottom <= found.bottom + 0.5 && part.right <= found.right + 0.5, `${what}: ${part.what} is cut off`);
}

const LADDER = '(;SZ[9]AB[de][ed][df]AW[ee]PL[B])';
const RACE = '(;SZ[7:9]KM[0]AB[ae][be][ce][de][ee][fe][ge][ag][cg][eg][gg][ah][bh][ch][dh][eh][fh][gh][ai][ci][di][fi][gi]AW[aa][ca][da][fa][ga][ab][bb][cb][db][eb][fb][gb][bc][dc][ec][fc][gc][bd][dd][fd][gd][af][bf][cf][df][ef][ff][gf]PL[B])';
const MISTAKES = '(;SZ[9]KM[7]PB[A]PW[B];B[ee];W[cc];B[gc];W[aa];B[cg];W[ai];B[gg];W[ia];B[ec];W[ii];B[dd];W[gf])';

for (const viewport of SIZES) {
  for (const locale of LANGUAGES) {
    const name = `${viewport.width}×${viewport.height}, ${locale}`;
    test(`every answer is whole without scrolling (${name})`, { timeout: 240_000 }, async () => {
      const options = { viewport, locale };
      let page = await open(browser, server.url, options);
      await whole(page, 'an empty board');
      await page.context().close();

      page = await analysing(browser, server.url, GAME, options);
      await page.locator('#answer .brief').waitFor({ timeout: 30_000 });
      await whole(page, 'the position in short');
      for (const stone of ['Q5', 'P3', 'O4']) {
        await point(page, stone).click();
        await page.locator('#stone-answer .answer-text').waitFor({ timeout: 30_000 });
        await whole(page, `the stone ${stone}`);
      }
      await page.locator('#stone-answer [data-goal=capture]').click();
      await page.locator('#reading-answer .answer-text').waitFor({ timeout: 60_000 });
      await whole(page, 'a capture');
      await page.keyboard.press('Escape');
      await page.keyboard.press('i');
      await page.locator('#ignored .line-show').waitFor({ timeout: 30_000 });
      await whole(page, 'if ignored');
      await page.locator('#ignored .line-show').click();
      await whole(page, 'with its line on the board');
      await page.keyboard.press('Escape');
      await page.keyboard.press('w');
      await point(page, 'K10').click();
      await page.locator('#compared .line-show').first().waitFor({ timeout: 30_000 });
      await whole(page, 'why this, not that');
      for (let i = 0; i < 4; i++) {
        await page.locator('#candidates tbody .point').nth(i).click();
        await page.locator('#candidate-answer').waitFor();
        await whole(page, `candidate ${i + 1}`);
      }
      await tab(page, 'layers');
      for (const id of await page.locator('[data-overlay]').evaluateAll((l) => l.map((b) => b.dataset.overlay))) {
        const button = page.locator(`[data-overlay=${id}]`);
        if ((await button.getAttribute('aria-pressed')) === 'true') await button.click();
        await button.click();
        await page.locator('#layer-answer').waitFor();
        await whole(page, `layer ${id}`);
        await button.click();
      }
      // the last look was asked from far down: the answer came into view by itself
      await page.context().close();

      page = await analysing(browser, server.url, LADDER, options);
      await point(page, 'E5').click();
      await page.locator('#answer [data-goal=ladder]').click();
      await page.locator('#reading-answer .line-show').first().waitFor({ timeout: 30_000 });
      await whole(page, 'a ladder');
      await page.context().close();

      page = await analysing(browser, server.url, RACE, options);
      await point(page, 'A5').click();
      await page.locator('#stone-answer .answer-text').waitFor({ timeout: 30_000 });
      await page.locator('#answer [data-ask=race]').click();
      await point(page, 'A4').click();
      await page.locator('#race-card .answer-text').waitFor({ timeout: 30_000 });
      await whole(page, 'a race');
      await point(page, 'A5').click();
      await page.locator('#answer [data-ask=eyes]').click();
      await page.locator('#eyes-card').waitFor({ timeout: 30_000 });
      await whole(page, 'eyes');
      await page.context().close();

      page = await open(browser, server.url, options);
      await paste(page, MISTAKES);
      await page.waitForFunction(() => document.querySelector('.move-number span').textContent === '/12');
      await mode(page, 'review');
      await page.locator('#review select').nth(1).selectOption('quick');
      // a game reviewed before is there at once
      if (!(await page.locator('#findings').count())) await page.locator('#review .row.bottom button').click();
      await page.locator('#findings').waitFor({ timeout: 150_000 });
      await page.waitForFunction(() => !document.querySelector('#review progress'), null, { timeout: 150_000 });
      for (const number of await page.locator('#findings [data-moment]').evaluateAll((l) => l.map((r) => r.dataset.moment))) {
        await page.locator(`#findings [data-moment="${number}"]`).click();
        await page.locator('#moment').waitFor();
        await whole(page, `moment ${number}`);
        for (const part of ['ignored', 'instead', 'simple']) {
          const button = page.locator(`#moment [data-ask=${part}]`);
          if (!(await button.count())) continue;
          await button.click();
          await page.locator('#moment-part').waitFor();
          await whole(page, `moment ${number}, ${part}`);
          await page.locator('#moment-part .close').click();
        }
      }
      await shot(page, `moment-${viewport.width}-${locale}`);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });
  }
}

test('nothing is empty at 1920: board, card and two tabs fill the window', async () => {
  const page = await analysing(browser, server.url, GAME, { viewport: { width: 1920, height: 1080 } });
  await page.locator('#answer .brief').waitFor({ timeout: 30_000 });
  await page.locator('#groups tbody tr').first().waitFor({ timeout: 30_000 });
  const at = await page.evaluate(() => {
    const box = (s) => document.querySelector(s).getBoundingClientRect();
    return { board: box('#main-board').width, card: box('#answer'), places: [...document.querySelectorAll('.place')].map((p) => p.getBoundingClientRect()).map((r) => [r.left, r.right, r.bottom]), h: innerHeight, w: innerWidth };
  });
  assert.equal(at.places.length, 2, 'two tabs side by side');
  assert.ok(at.board > 800, `the board is ${at.board} wide`);
  assert.ok(at.w - at.places[1][1] < 30 && at.places[1][0] - at.places[0][1] < 30 && at.card.right - at.card.left > 800, 'no gap to the right or between');
  assert.ok(at.h - at.places[0][2] < 30);
  // the tabs can be exchanged
  await page.locator('[role=tab][data-tab=groups][data-place="0"]').click();
  await page.waitForFunction(() => document.querySelector('[role=tab][data-tab=moves][data-place="1"]').getAttribute('aria-selected') === 'true');
  await shot(page, 'wide');
  await page.context().close();
});

test('a line of an answer lies on the board: stepped through, shown on hover, Esc puts the board back', async () => {
  const page = await analysing(browser, server.url, LADDER);
  await point(page, 'E5').click();
  await page.locator('#answer [data-goal=ladder]').click();
  const line = page.locator('#reading-answer .line-row').first();
  await line.waitFor({ timeout: 30_000 });
  await line.locator('.line-show').click();
  const stones = () => shapes(page, '.shapes circle[class^=stone]');
  const all = Number((await line.locator('output').textContent()).split('/')[1]);
  assert.ok(all >= 5, `${all} moves`);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((n) => document.querySelector('.line-steps output').textContent === `${n}/${n + 1}`, all - 1);
  assert.equal(await stones(), all - 1);
  for (let i = 0; i < all; i++) await page.keyboard.press('ArrowLeft');
  assert.equal(await stones(), 0);
  await page.keyboard.press('ArrowRight');
  assert.equal(await stones(), 1);
  assert.equal(await moveNumber(page), 0, 'the record stays where it is');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.line-steps').count(), 0);
  assert.equal(await page.locator('#reading-answer').count(), 1, 'the answer stays');
  await page.mouse.move(5, 5);
  await line.locator('.line-show').hover();
  // its end: the stones in the ladder are taken, and gone from the board
  await page.waitForFunction(() => /empty/.test(document.querySelector('#main-board [data-point="E5"]').getAttribute('aria-label')));
  assert.ok((await stones()) >= 3);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelectorAll('#main-board .shapes circle[class^=stone]').length === 0);
  // taken into the record it becomes a variation
  await line.locator('.line-show').click();
  await page.getByRole('button', { name: 'Put the line into the record' }).click();
  await page.waitForFunction((n) => document.querySelector('.move-number b').textContent === String(n), all);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a comment of the record stands in the card as one steps to it', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.waitForFunction(() => document.querySelector('.move-number span').textContent === '/27');
  for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.locator('#answer').getByText(/A quiet move at/).waitFor();
  await page.context().close();
});
