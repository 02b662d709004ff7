import { html, type Markup } from './html.ts'
import { type Language, languages } from './language.ts'
import { messages } from './messages.ts'

export const assetPath = '/idp/assets'

/** Only our own script file, nothing from other origins, no framing. */
export const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

interface Page {
  readonly language: Language
  readonly title: string
  readonly body: Markup
  /** URL of this page in a language, if it can be switched. */
  readonly inLanguage?: (language: Language) => string
  /** File in the assets, for pages that continue automatically. */
  readonly script?: string
}

/** A whole page: one card in the middle, the language menu below. */
export function layout({ language, title, body, inLanguage, script }: Page): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title} · Sheetwright</title>
<link rel="stylesheet" href="${assetPath}/login.css">
${script ? html`<script src="${assetPath}/${script}" defer></script>` : ''}
</head>
<body>
<main>
<p class="brand">${mark} Sheetwright</p>
<section class="card">
<h1>${title}</h1>
${body}
</section>
${inLanguage ? languageMenu(language, inLanguage) : ''}
</main>
</body>
</html>
`.text
}

const mark = html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><rect x="1.5" y="1.5" width="17" height="17" rx="3.5" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M1.5 7.5h17M7.5 7.5v11" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10.6 13.2l1.9 1.9 3.4-3.9" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`

function languageMenu(current: Language, inLanguage: (language: Language) => string): Markup {
  const entries = languages.map((language) => {
    const { languageName } = messages[language]
    const isCurrent = language === current && html` aria-current="true"`
    return html`<li><a href="${inLanguage(language)}" lang="${language}" hreflang="${language}"${isCurrent}>${languageName}</a></li>`
  })
  return html`<nav aria-label="${messages[current].languageMenu}"><ul class="languages">${entries}</ul></nav>`
}
