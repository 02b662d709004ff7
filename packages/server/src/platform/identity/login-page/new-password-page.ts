import { html } from './html.ts'
import type { Language } from './language.ts'
import { layout } from './layout.ts'
import { messages } from './messages.ts'
import { newPasswordFields } from './password-link-pages.ts'

interface NewPasswordPage {
  readonly language: Language
  readonly action: string
  readonly formToken: string
  /** Proof that the one-time password was just given. */
  readonly ticket: string
  readonly email: string
  readonly errors?: { readonly password?: string; readonly repeated?: string }
}

export function newPasswordPage({ language, action, formToken, ticket, email, errors = {} }: NewPasswordPage): string {
  const texts = messages[language]
  return layout({
    language,
    title: texts.newPasswordTitle,
    body: html`<p>${texts.newPasswordReason(email)}</p>
<ul class="rules" id="rules">${texts.rules.map((rule) => html`<li>${rule}</li>`)}</ul>
<form method="post" action="${action}/password?lang=${language}" novalidate>
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="ticket" value="${ticket}">
<input class="visually-hidden" type="text" name="username" value="${email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${newPasswordFields(language, errors)}
<button type="submit">${texts.savePassword}</button>
</form>`,
  })
}
