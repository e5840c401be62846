// The record: loading, stepping, branching, faults, size, recovery.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { GAME, launch, mode, moveNumber, open, paste, point, shot, startServer, stones, tab } from './harness.mjs';

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

test('an SGF is loaded, stepped through and branched', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.waitForFunction(() => document.querySelector('.player .who')?.textContent.includes('Kuro'));
  assert.equal(await moveNumber(page), 0, 'a record opens at its start');
  await page.keyboard.press('ArrowRight');
  assert.equal(await moveNumber(page), 1);
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 1);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '27');
  assert.equal(await stones(page), 27);
  await shot(page, 'board-wide');
  await page.keyboard.press('PageUp');
  assert.equal(await moveNumber(page), 17);
  await page.keyboard.press('Shift+ArrowRight');
  assert.equal(await moveNumber(page), 27);
  await page.keyboard.press('Home');
  for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.match(await page.locator('#answer').textContent(), /quiet move/);
  await page.keyboard.press('b');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '8');
  // a new branch by a click
  await point(page, 'K10').click();
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '9');
  const box = await page.locator('#main-board').boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.wheel(0, -100);
  await page.waitForFunction(() => Number(document.querySelector('.move-number b').textContent) < 9);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('every step is on the board by the next picture', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await mode(page, 'analyse');
  await page.waitForTimeout(300);
  await page.evaluate(async () => {
    const key = (k) => dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true }));
    key('Home');
    await new Promise((r) => setTimeout(r, 50));
    for (let i = 0; i < 25; i++) {
      key('ArrowRight');
      await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
      if (document.querySelector('.move-number b').textContent !== String(i + 1)) throw new Error(`step ${i + 1} was not shown`);
    }
  });
  await page.context().close();
});

test('faults of records are said clearly and nothing is lost', async () => {
  const page = await open(browser, server.url);
  await paste(page, GAME);
  await page.waitForFunction(() => document.querySelector('.player .who')?.textContent.includes('Kuro'));
  for (const [text, message] of [['hello, this is no game', /no SGF/], ['(;B[dd', /breaks off/], ['   ', /nothing/]]) {
    await paste(page, text);
    await page.waitForFunction((m) => [...document.querySelectorAll('.notice')].some((n) => new RegExp(m).test(n.textContent)), message.source);
    assert.match(await page.locator('.player .who').first().textContent(), /Kuro/, 'the game in hand stays');
    for (const close of await page.locator('.notice .close').all()) await close.click();
  }
  await shot(page, 'fault');
  // half a record: what can be read is shown
  await paste(page, '(;SZ[9];B[ee];W[cc](;B[gg];W[cg');
  await page.waitForFunction(() => [...document.querySelectorAll('.notice')].some((n) => /faults/.test(n.textContent)));
  await page.keyboard.press('End');
  await page.waitForFunction(() => Number(document.querySelector('.move-number b').textContent) >= 3);
  // an illegal move is shown with its reason
  await paste(page, '(;SZ[9];B[ee];W[ee];B[cc])');
  await page.waitForFunction(() => document.querySelector('.move-number span').textContent === '/3');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => /occupied/.test(document.querySelector('.problem')?.textContent ?? ''));
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a 5 MB record and a tree of 10,000 nodes stay usable', async () => {
  const page = await open(browser, server.url);
  let tree = '(;SZ[19]';
  const name = (i) => String.fromCharCode(97 + (i % 19), 97 + (Math.floor(i / 19) % 19));
  for (let b = 0; b < 100; b++) {
    tree += `(;B[${name(b)}]`;
    for (let i = 1; i < 100; i++) tree += `;${i % 2 ? 'W' : 'B'}[${name(b + i * 3)}]`;
    tree += ')';
  }
  await tab(page, 'record');
  await paste(page, `${tree})`);
  await page.waitForFunction(() => /10001|10,001/.test(document.querySelector('.tree')?.getAttribute('aria-label') ?? ''));
  const drawn = await page.evaluate(() => document.querySelectorAll('.tree .node').length);
  assert.ok(drawn < 1500, `only what is in view is drawn (${drawn})`);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '100');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '99');
  await shot(page, 'large-tree');
  const big = `(;SZ[19]C[${'x'.repeat(5_000_000)}];B[dd];W[pp])`;
  await paste(page, big);
  await page.waitForFunction(() => document.querySelector('.move-number span').textContent === '/2');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelectorAll('#main-board .stones circle').length === 2);
  // even this one comes back after a crash
  await page.waitForTimeout(1500);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await page.waitForFunction(() => document.querySelector('.move-number span')?.textContent === '/2', null, { timeout: 20_000 });
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('the session comes back after a crash, and a lost connection is bridged', async () => {
  const own = await startServer();
  const page = await open(browser, own.url);
  await paste(page, GAME);
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '27');
  await page.waitForTimeout(1300);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.move-number b')?.textContent === '27');
  assert.match(await page.locator('.notice').first().textContent(), /session is back/);
  await own.stop();
  await point(page, 'K10').click();
  await page.waitForSelector('.banner');
  assert.match(await page.locator('.banner').textContent(), /No connection/);
  await shot(page, 'offline');
  assert.equal(await moveNumber(page), 27, 'nothing is lost');
  const again = await startServer({ port: own.port, data: own.data });
  await page.waitForSelector('.banner', { state: 'detached', timeout: 10_000 });
  await point(page, 'K10').click();
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '28');
  await page.context().close();
  await again.stop();
  again.clean();
});

test('the program dies while it thinks: said clearly, nothing lost, on again when it is back', { timeout: 60_000 }, async () => {
  const own = await startServer();
  const page = await open(browser, own.url);
  await paste(page, GAME);
  await page.keyboard.press('End');
  await mode(page, 'review');
  await page.getByLabel('Depth').selectOption('deep');
  await page.getByRole('button', { name: 'Review this game' }).click();
  await page.waitForFunction(() => document.querySelector('#review .progress'));
  await page.waitForTimeout(300);
  await own.kill();
  await page.waitForSelector('.banner', { timeout: 10_000 });
  // the record can still be read
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.move-number b').textContent === '26');
  assert.equal(await stones(page), 26);
  const again = await startServer({ port: own.port, data: own.data });
  await page.waitForSelector('.banner', { state: 'detached', timeout: 10_000 });
  await page.getByRole('button', { name: 'Review this game' }).waitFor({ timeout: 10_000 });
  await mode(page, 'analyse');
  await page.locator('.figure output[data-score]').waitFor({ timeout: 20_000 });
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await again.stop();
  again.clean();
});

test('saving: SGF keeps unknown properties, pictures are made', async () => {
  const page = await open(browser, server.url);
  await paste(page, '(;GM[1]SZ[7:5]XX[keep\\] me]LB[aa:z][bb:y];B[cc]KT[blob])');
  await page.waitForFunction(() => document.querySelector('#main-board')?.getAttribute('aria-colcount') === '7');
  await page.keyboard.press('End');
  const grab = async (label) => {
    await page.locator('#file-menu > summary').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: label, exact: true }).click()]);
    return readFileSync(await file.path());
  };
  const sgf = (await grab('Save SGF')).toString();
  assert.ok(sgf.includes('XX[keep\\] me]') && sgf.includes('LB[aa:z][bb:y]') && sgf.includes('KT[blob]') && sgf.includes('SZ[7:5]'), sgf);
  const svg = (await grab('Drawing (SVG)')).toString();
  assert.ok(svg.startsWith('<svg') && svg.includes('circle'));
  const png = await grab('Picture (PNG)');
  assert.deepEqual([...png.subarray(1, 4)], [80, 78, 71]);
  await shot(page, 'rectangle');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a dropped file is opened, several become a collection, old encodings are read', async () => {
  const page = await open(browser, server.url);
  const drop = (files) =>
    page.evaluate((list) => {
      const data = new DataTransfer();
      for (const { name, bytes } of list) data.items.add(new File([new Uint8Array(bytes)], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, files);
  const bytes = (text) => [...new TextEncoder().encode(text)];
  // 黒 in Shift_JIS
  await drop([{ name: 'old.sgf', bytes: [...bytes('(;SZ[9]PB['), 0x8d, 0x95, 0x82, 0xb3, 0x82, 0xf1, ...bytes('];B[ee])')] }]);
  await page.waitForFunction(() => document.querySelector('.player .who')?.textContent.includes('黒さん'));
  await drop([{ name: 'a.sgf', bytes: bytes('(;SZ[9]GN[first];B[ee])') }, { name: 'b.sgf', bytes: bytes('(;SZ[13]GN[second];B[ee];W[cc])') }]);
  await page.getByText('2 games').waitFor();
  await page.getByLabel('2 games').selectOption({ index: 1 });
  await page.waitForFunction(() => document.querySelector('#main-board').getAttribute('aria-colcount') === '13');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('the page is light and needs nothing from elsewhere', async () => {
  let total = 0;
  const page = await open(browser, server.url);
  const seen = [];
  page.on('request', (r) => seen.push(r.url()));
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await mode(page, 'help');
  await page.waitForTimeout(300);
  assert.ok(seen.every((u) => u.startsWith(server.url) || u.startsWith('data:') || u.startsWith('blob:')), seen.join('\n'));
  for (const name of ['', 'app.js', 'app.css', 'help.en.json', 'icon.svg']) {
    // the program sends it packed; a folder of the page under work is sent as it is
    const packed = gzipSync(Buffer.from(await (await fetch(server.url + name)).arrayBuffer()), { level: 9 }).length;
    total += packed;
  }
  console.log(`page: ${(total / 1024).toFixed(0)} KiB packed, the help of one language included`);
  assert.ok(total <= 150_000, `${total} bytes`);
  await page.context().close();
});
