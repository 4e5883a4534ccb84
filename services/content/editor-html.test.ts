import { describe, expect, it } from 'vitest';
import { editorHtml, textOf } from './editor-html.ts';

describe("an editor's HTML", () => {
  it.each([
    ['<script>alert(1)</script>好', '好'],
    ['<p onclick="x()" style="color:red" class="a">好</p>', '<p>好</p>'],
    ['<a href="javascript:alert(1)">連結</a>', '<span>連結</span>'],
    ['<a href=" java\tscript:alert(1)">連結</a>', '<span>連結</span>'],
    ['<a href="//evil.example">連結</a>', '<span>連結</span>'],
    ['<a href="/\\evil.example">連結</a>', '<span>連結</span>'],
    ['<a href="http://plain.example">連結</a>', '<span>連結</span>'],
    ['<a href="https://ok.example" target="_blank">連結</a>', '<a href="https://ok.example" rel="noopener">連結</a>'],
    ['<a href="mailto:a@b.example">信</a>', '<a href="mailto:a@b.example">信</a>'],
    ['<img src="https://elsewhere.example/x.png">', ''],
    ['<img src="/img/a.webp" onerror="x()" width="9e9">', '<img src="/img/a.webp" alt="" loading="lazy" />'],
    ['<svg><script>x</script></svg><iframe src="/"></iframe><form><input></form>', ''],
    ['<h1>大</h1><h2 id="x">中</h2>', '大<h2>中</h2>'],
    ['[說明](/help/faq)', '<a href="/help/faq">說明</a>'],
    ['[x](javascript:alert)', '<span>x</span>'],
    ['<img src="/a" alt="[x](/y)">', '<img src="/a" alt="[x](/y)" loading="lazy" />'],
  ])('%s', (dirty, clean) => {
    expect(editorHtml(dirty)).toBe(clean);
    expect(editorHtml(clean)).toBe(clean);
  });

  it('its text has spaces between blocks', () => expect(textOf('<h2>一</h2><p>二 &amp; 三</p>')).toBe('一 二 & 三'));
});
