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

/** A page with a message and a link. */
export function noticePage(
  language: Language,
  notice: { title: string; text: string; link: string; to?: string },
): string {
  return layout({
    language,
    title: notice.title,
    body: html`<p>${notice.text}</p><p class="below"><a href="${notice.to ?? '/'}">${notice.link}</a></p>`,
  })
}

export function signedOutPage(language: Language): string {
  const { signedOutTitle: title, signedOut: text, backToStart: link } = messages[language]
  return noticePage(language, { title, text, link })
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
