import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../platform/messages/use-text.ts'
import { textOf, valueOf } from './input-text.ts'

interface NumberTextInputProps extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange'> {
  /** Text is what is typed and is no number, or empty. */
  readonly value?: number | string
  readonly onChange?: (value: number | string) => void
  /** In place of `onChange`, for pages that keep numbers only: null if the field is empty. */
  readonly onNumber?: (value: number | null) => void
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Takes whole numbers only. */
  readonly whole?: boolean
}

interface Draft {
  readonly typed: string
  /** The value before typing. */
  readonly before: number | string
  /** The values that what is typed may have become; any other one comes from elsewhere and replaces it. */
  readonly values: readonly (number | string)[]
}

/**
 * A number in any notation, as in 1e-9: a field that lets through only some characters makes another number of it
 * without a word. When the field is left, the number is held within its limits. Text that is no number stays and is
 * marked; a page that keeps numbers only keeps the number before it.
 */
export function NumberTextInput(props: NumberTextInputProps) {
  const { value = '', onChange, onNumber, min = -Infinity, max = Infinity, step = 1, whole = false, ...others } = props
  const { error, onBlur, ...rest } = others
  const text = useText()
  const [last, setDraft] = useState<Draft>()
  const draft = last?.values.includes(value) === true ? last : undefined
  const shown = draft?.typed ?? textOf(value)

  function numberIn(typed: string): number | null | undefined {
    const parsed = valueOf(typed, 'number')
    if (parsed === null) return null
    return typeof parsed === 'number' && (!whole || Number.isInteger(parsed)) ? parsed : undefined
  }

  function send(next: number | string) {
    onChange?.(next)
    if (typeof next === 'number') onNumber?.(next)
    else if (next === '') onNumber?.(null)
  }

  function change(next: number | string, typed: string) {
    setDraft({ typed, before: draft?.before ?? value, values: [next, value] })
    send(next)
  }

  function takeStep(by: number) {
    // Steps of 0.1 add up to 0.30000000000000004.
    const next = Number((Number(value || 0) + by).toPrecision(12))
    setDraft(undefined)
    send(Math.min(Math.max(next, min), max))
  }

  function leave() {
    if (onNumber !== undefined && draft !== undefined && numberIn(shown) === undefined) {
      // Part of the text may have been a number, as the 12 of 12x.
      setDraft({ ...draft, values: [draft.before] })
      send(draft.before)
      return
    }
    setDraft(undefined)
    if (typeof value === 'number' && (value < min || value > max)) send(Math.min(Math.max(value, min), max))
  }

  return (
    <TextInput
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      error={
        error ?? (numberIn(shown) === undefined ? text(whole ? 'Number.notWhole' : 'Tester.notNumber') : undefined)
      }
      onChange={(event) => {
        const typed = event.currentTarget.value
        change(numberIn(typed) ?? typed.trim(), typed)
      }}
      onKeyDown={(event) => {
        if (numberIn(shown) === undefined) return
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        takeStep(event.key === 'ArrowUp' ? step : -step)
      }}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
    />
  )
}
