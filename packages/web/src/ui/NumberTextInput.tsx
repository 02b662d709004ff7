import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../platform/messages/use-text.ts'
import { isReadable, textOf, valueOf } from './input-text.ts'

interface NumberTextInputProps extends Omit<TextInputProps, 'type' | 'value' | 'defaultValue' | 'onChange'> {
  /** Text is what is typed and is no number, or empty. */
  readonly value?: number | string
  readonly onChange?: (value: number | string) => void
  readonly min?: number
  readonly max?: number
  readonly step?: number
}

/**
 * A number in any notation, as in 1e-9: a field that lets through only some characters makes another number of it
 * without a word. It is held within its limits when the field is left.
 */
export function NumberTextInput(props: NumberTextInputProps) {
  const { value = '', onChange, min = -Infinity, max = Infinity, step = 1, error, onBlur, ...rest } = props
  const text = useText()
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? textOf(value)

  function change(next: number | string, typed?: string) {
    setDraft(typed)
    onChange?.(next)
  }

  function takeStep(by: number) {
    // Steps of 0.1 add up to 0.30000000000000004.
    const next = Number((Number(value || 0) + by).toPrecision(12))
    change(Math.min(Math.max(next, min), max))
  }

  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      error={error ?? (isReadable(shown, 'number') ? undefined : text('Tester.notNumber'))}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const parsed = valueOf(typed, 'number')
        change(typeof parsed === 'number' ? parsed : typed.trim(), typed)
      }}
      onKeyDown={(event) => {
        if (typeof value === 'string' && value !== '') return
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        takeStep(event.key === 'ArrowUp' ? step : -step)
      }}
      onBlur={(event) => {
        setDraft(undefined)
        if (typeof value === 'number' && (value < min || value > max)) onChange?.(Math.min(Math.max(value, min), max))
        onBlur?.(event)
      }}
    />
  )
}
