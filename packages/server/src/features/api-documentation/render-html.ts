import type { ApiDoc, DocBlock } from './doc-model.ts'

const style = `
:root { color-scheme: light dark; --line: #c9d1d6; --dim: #4d5b63; --code: #f2f5f6; --link: #0b5f66; }
@media (prefers-color-scheme: dark) { :root { --line: #3c474e; --dim: #b3bec5; --code: #20282d; --link: #7fd0d6; } }
* { box-sizing: border-box; }
body { max-width: 62rem; margin: 0 auto; padding: 2rem 1.5rem; font: 15px/1.6 Inter, "Noto Sans JP", "Hiragino Sans", "Yu Gothic", system-ui, sans-serif; }
h1 { font-size: 1.9rem; margin: 0 0 .25rem; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 1.5rem 0 .4rem; }
h4 { font-size: 1rem; margin: 1rem 0 .3rem; }
.dim { color: var(--dim); }
a { color: var(--link); }
nav ol { list-style: none; padding-left: 0; columns: 2; }
nav li[data-level="2"] { padding-left: 1rem; }
nav li[data-level="3"] { padding-left: 2rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9em; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; white-space: pre-line; }
th { font-weight: 600; }
pre { margin: .25rem 0 1rem; padding: .75rem; background: var(--code); border-radius: 6px; overflow-x: auto; font: .85em/1.5 "JetBrains Mono", ui-monospace, monospace; }
@page { size: A4; margin: 16mm; }
@media print {
  :root { color-scheme: light; --line: #c9d1d6; --dim: #4d5b63; --code: #f2f5f6; --link: #0b5f66; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  h2, h3, h4 { break-after: avoid; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
`

/** Renders one self-contained page: no scripts, and no fonts or pictures from elsewhere. */
export function renderHtml({ language, title, subtitle, contentsTitle, blocks }: ApiDoc): string {
  const entries = blocks.flatMap((block) => (block.kind === 'heading' && block.level < 3 ? [block] : []))
  const contents = entries
    .map(({ level, id, text }) => `<li data-level="${level}"><a href="#${id}">${escaped(text)}</a></li>`)
    .join('\n')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escaped(title)}</h1><p class="dim">${escaped(subtitle)}</p></header>
<nav aria-label="${escaped(contentsTitle)}"><h2>${escaped(contentsTitle)}</h2><ol>
${contents}
</ol></nav>
<main>
${blocks.map(blockHtml).join('\n')}
</main>
</body>
</html>
`
}

function blockHtml(block: DocBlock): string {
  switch (block.kind) {
    case 'heading': {
      // The page title is the h1.
      const tag = `h${block.level + 1}`
      return `<${tag} id="${block.id}">${escaped(block.text)}</${tag}>`
    }
    case 'text':
      return `<p>${escaped(block.text)}</p>`
    case 'code':
      return `<p class="dim">${escaped(block.title)}</p><pre tabindex="0">${escaped(block.text)}</pre>`
    case 'table':
      return tableHtml(block)
    default:
      return block satisfies never
  }
}

function tableHtml({ headings, widths, rows }: Extract<DocBlock, { kind: 'table' }>): string {
  const columns = widths.map((share) => `<col style="width:${(share * 100).toFixed(1)}%">`).join('')
  const head = headings.map((heading) => `<th scope="col">${escaped(heading)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n')
  return `<div class="scroll"><table><colgroup>${columns}</colgroup><thead><tr>${head}</tr></thead><tbody>
${body}
</tbody></table></div>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
