import { alert, field } from './form-parts.ts'
import { html } from './html.ts'
import type { Language } from './language.ts'
import { layout } from './layout.ts'
import { messages } from './messages.ts'
import { forgotPath } from './password-link-pages.ts'

interface SignInPage {
  readonly language: Language
  /** Target URL of the form, and URL of the page. */
  readonly action: string
  readonly formToken: string
  readonly tenant: string
  /** False with only one tenant: then the page does not ask. */
  readonly askTenant: boolean
  readonly email: string
  readonly alert?: string | undefined
  readonly errors?: { readonly tenant?: string; readonly email?: string; readonly password?: string }
}

export function signInPage(page: SignInPage): string {
  const { language, errors = {} } = page
  const texts = messages[language]
  const empty = page.askTenant && page.tenant === '' ? 'tenant' : page.email === '' ? 'email' : 'password'
  const focus = (['tenant', 'email', 'password'] as const).find((name) => errors[name]) ?? empty
  const tenant = page.askTenant
    ? field({
        name: 'tenant',
        label: texts.tenant,
        value: page.tenant,
        autocomplete: 'organization',
        error: errors.tenant,
        hasFocus: focus === 'tenant',
      })
    : html`<input type="hidden" name="tenant" value="${page.tenant}">`

  return layout({
    language,
    title: texts.signInTitle,
    inLanguage: (other) => `${page.action}?lang=${other}`,
    body: html`${alert(page.alert)}
<form method="post" action="${page.action}?lang=${language}" novalidate>
<input type="hidden" name="token" value="${page.formToken}">
${tenant}
${field({
  name: 'email',
  label: texts.email,
  type: 'email',
  value: page.email,
  autocomplete: 'username',
  error: errors.email,
  hasFocus: focus === 'email',
})}
${field({
  name: 'password',
  label: texts.password,
  type: 'password',
  autocomplete: 'current-password',
  error: errors.password,
  hasFocus: focus === 'password',
  ...(page.alert ? { describedBy: 'form-error' } : {}),
})}
<button type="submit">${texts.signIn}</button>
</form>
<p class="below"><a href="${forgotPath}?lang=${language}">${texts.forgotLink}</a></p>`,
  })
}
