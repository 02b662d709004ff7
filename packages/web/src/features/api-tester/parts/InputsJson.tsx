import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import type { Inputs } from '../run.ts'
import classes from './InputsJson.module.css'

export interface InputsJsonProps {
  readonly inputs: Inputs
  readonly onChange: (inputs: Inputs) => void
  /** Called with true while the text is not valid JSON, so that nothing runs. */
  readonly onUnreadable: (isUnreadable: boolean) => void
}

/** The inputs as one JSON object, to be typed or pasted. Invalid text is kept and marked. */
export function InputsJson({ inputs, onChange, onUnreadable }: InputsJsonProps) {
  const text = useText()
  const [draft, setDraft] = useState<{ text: string; problem: string | undefined }>()

  function change(typed: string) {
    const read = readObject(typed)
    setDraft({ text: typed, problem: typeof read === 'string' ? text(read) : undefined })
    onUnreadable(typeof read === 'string')
    if (typeof read === 'object') onChange(read)
  }

  return (
    <Textarea
      aria-label={text('Tester.json')}
      classNames={{ input: classes.code ?? '' }}
      autosize
      minRows={12}
      maxRows={32}
      spellCheck={false}
      value={draft?.text ?? JSON.stringify(inputs, null, 2)}
      error={draft?.problem}
      onChange={(event) => change(event.target.value)}
      onBlur={() => draft?.problem === undefined && setDraft(undefined)}
    />
  )
}

function readObject(typed: string): Inputs | 'Tester.notJson' | 'Tester.notObject' {
  try {
    const value: unknown = JSON.parse(typed)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Inputs) : 'Tester.notObject'
  } catch {
    return 'Tester.notJson'
  }
}
