import type { FactorSetup } from '../second-factor.ts'
import { alert, field } from './form-parts.ts'
import { html } from './html.ts'
import type { Language } from './language.ts'
import { layout } from './layout.ts'
import { messages } from './messages.ts'

interface FactorPage {
  readonly language: Language
  readonly action: string
  readonly formToken: string
  /** Proof that the password was just given. */
  readonly ticket: string
  readonly alert?: string | undefined
}

/** Asks for a code of the second factor. */
export function codePage({ language, action, formToken, ticket, ...page }: FactorPage): string {
  const texts = messages[language]
  return layout({
    language,
    title: texts.codeTitle,
    body: html`${alert(page.alert)}
<p>${texts.codeText}</p>
<form method="post" action="${action}/code?lang=${language}" novalidate>
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="ticket" value="${ticket}">
${field({ name: 'code', label: texts.code, autocomplete: 'one-time-code', hasFocus: true })}
<button type="submit">${texts.signIn}</button>
</form>`,
  })
}

/** Shows the setup of an authenticator app, and asks for its first code. */
export function setUpPage({
  language,
  action,
  formToken,
  ticket,
  setup,
  ...page
}: FactorPage & { readonly setup: FactorSetup }): string {
  const texts = messages[language]
  const { size, path } = setup.qr
  return layout({
    language,
    title: texts.setUpTitle,
    body: html`${alert(page.alert)}
<p>${texts.setUpText}</p>
<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${texts.qrCode}" shape-rendering="crispEdges"><path d="${path}"/></svg>
<p class="dim">${texts.typeSecret}<br><code>${setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
<form method="post" action="${action}/set-up?lang=${language}" novalidate>
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="ticket" value="${ticket}">
${field({ name: 'code', label: texts.appCode, autocomplete: 'one-time-code', hasFocus: true })}
<button type="submit">${texts.goOn}</button>
</form>`,
  })
}

/** Shows the recovery codes, once. */
export function recoveryCodesPage({
  language,
  action,
  formToken,
  ticket,
  codes,
}: FactorPage & { readonly codes: readonly string[] }): string {
  const texts = messages[language]
  return layout({
    language,
    title: texts.recoveryTitle,
    body: html`<p>${texts.recoveryText}</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<form method="post" action="${action}/go-on?lang=${language}">
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="ticket" value="${ticket}">
<button type="submit">${texts.codesKept}</button>
</form>`,
  })
}
