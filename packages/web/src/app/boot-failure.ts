import { errorText } from '../platform/messages/error-text.ts'
import { chooseLanguage } from '../platform/messages/language.ts'
import { loadMessages } from '../platform/messages/load-messages.ts'
import type { Text } from '../platform/messages/use-text.ts'
import classes from './boot-failure.module.css'

/** Says why the product could not start. Uses plain DOM, because React may not have loaded. */
export async function showBootFailure(root: HTMLElement, error: unknown): Promise<void> {
  const messages = await loadMessages(chooseLanguage(null, navigator.languages))
  const text: Text = (id) => messages[id]
  const page = document.createElement('main')
  page.className = classes.page ?? ''
  const heading = document.createElement('h1')
  heading.textContent = text('Boot.failed')
  const reason = document.createElement('p')
  reason.textContent = errorText(text, error)
  const retry = document.createElement('button')
  retry.textContent = text('Crash.reload')
  retry.addEventListener('click', () => window.location.reload())
  page.append(heading, reason, retry)
  root.replaceChildren(page)
}
