import { html, type Markup } from './html.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string
  readonly autocomplete: string
  readonly error?: string | undefined
  /** Id of an element that describes the field. */
  readonly describedBy?: string
  readonly hasFocus?: boolean
}

/** A labelled field; its error is below it and is announced with it. */
export function field({
  name,
  label,
  type = 'text',
  value,
  autocomplete,
  error,
  describedBy,
  hasFocus,
}: Field): Markup {
  const describing = [error ? `${name}-error` : undefined, describedBy].filter((id) => id !== undefined).join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value ?? ''}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" required${error && html` aria-invalid="true"`}${describing && html` aria-describedby="${describing}"`}${hasFocus && html` autofocus`}>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`
}

/** An error of the whole form; announced when the page opens. */
export function alert(text: string | undefined): Markup | undefined {
  return text === undefined ? undefined : html`<p class="alert" role="alert" id="form-error">${text}</p>`
}
