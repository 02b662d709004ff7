import { alert, field } from './form-parts.ts'
import { html, type Markup } from './html.ts'
import type { Language } from './language.ts'
import { layout } from './layout.ts'
import { messages } from './messages.ts'

interface ForgotPage {
  readonly language: Language
  readonly tenant: string
  readonly askTenant: boolean
  readonly email: string
  readonly alert?: string
  readonly errors?: { readonly tenant?: string; readonly email?: string }
}

export const forgotPath = '/idp/forgot-password'
export const choosePath = '/idp/choose-password'

/** Asks for the account of a forgotten password. */
export function forgotPage({ language, errors = {}, ...page }: ForgotPage): string {
  const texts = messages[language]
  const tenant: Markup = page.askTenant
    ? field({
        name: 'tenant',
        label: texts.tenant,
        value: page.tenant,
        autocomplete: 'organization',
        error: errors.tenant,
      })
    : html`<input type="hidden" name="tenant" value="${page.tenant}">`
  return layout({
    language,
    title: texts.forgotTitle,
    inLanguage: (other) => `${forgotPath}?lang=${other}`,
    body: html`${alert(page.alert)}
<p>${texts.forgotText}</p>
<form method="post" action="${forgotPath}?lang=${language}" novalidate>
${tenant}
${field({
  name: 'email',
  label: texts.email,
  type: 'email',
  value: page.email,
  autocomplete: 'username',
  error: errors.email,
  hasFocus: true,
})}
<button type="submit">${texts.sendLink}</button>
</form>
<p class="below"><a href="/">${texts.backToStart}</a></p>`,
  })
}

interface ChoosePage {
  readonly language: Language
  readonly tenant: string
  readonly secret: string
  readonly email: string
  readonly errors?: { readonly password?: string; readonly repeated?: string }
}

/** The page where the owner of a link chooses a password. */
export function choosePage({ language, tenant, secret, email, errors = {} }: ChoosePage): string {
  const texts = messages[language]
  return layout({
    language,
    title: texts.newPasswordTitle,
    inLanguage: (other) => `${choosePath}?${new URLSearchParams({ tenant, token: secret, lang: other }).toString()}`,
    body: html`<p>${texts.chooseReason(email)}</p>
<ul class="rules" id="rules">${texts.rules.map((rule) => html`<li>${rule}</li>`)}</ul>
<form method="post" action="${choosePath}?lang=${language}" novalidate>
<input type="hidden" name="tenant" value="${tenant}">
<input type="hidden" name="token" value="${secret}">
<input class="visually-hidden" type="text" name="username" value="${email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${newPasswordFields(language, errors)}
<button type="submit">${texts.savePasswordOnly}</button>
</form>`,
  })
}

/** The password twice, with the rules linked to it. */
export function newPasswordFields(
  language: Language,
  errors: { readonly password?: string; readonly repeated?: string },
): Markup {
  const texts = messages[language]
  return html`${field({
    name: 'password',
    label: texts.newPassword,
    type: 'password',
    autocomplete: 'new-password',
    error: errors.password,
    describedBy: 'rules',
    hasFocus: !errors.repeated,
  })}
${field({
  name: 'repeated',
  label: texts.repeatPassword,
  type: 'password',
  autocomplete: 'new-password',
  error: errors.repeated,
  hasFocus: errors.repeated !== undefined,
})}`
}
