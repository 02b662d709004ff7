import { html, trusted } from './html.ts'
import type { Language } from './language.ts'
import { layout } from './layout.ts'
import { messages } from './messages.ts'

/** Asks before signing out. The form comes from the provider; with `goesOn` a script presses the button. */
export function signOutPage(language: Language, form: string, goesOn: boolean): string {
  const texts = messages[language]
  return layout({
    language,
    title: texts.signOutTitle,
    ...(goesOn ? { script: 'sign-out.js' } : {}),
    body: html`<p>${texts.signOutQuestion}</p>
${trusted(form)}
<div class="actions">
<button type="submit" form="op.logoutForm" name="logout" value="yes" id="sign-out" autofocus>${texts.signOut}</button>
<a href="/">${texts.stay}</a>
</div>`,
  })
}

export function signedOutPage(language: Language): string {
  const texts = messages[language]
  return layout({
    language,
    title: texts.signedOutTitle,
    body: html`<p>${texts.signedOut}</p><p><a href="/">${texts.backToStart}</a></p>`,
  })
}

export function errorPage(language: Language, reason: string | undefined): string {
  const texts = messages[language]
  return layout({
    language,
    title: texts.errorTitle,
    body: html`<p>${texts.errorText}</p>
${reason && html`<p class="dim">${texts.errorReason(reason)}</p>`}
<p><a href="/">${texts.startAgain}</a></p>`,
  })
}
