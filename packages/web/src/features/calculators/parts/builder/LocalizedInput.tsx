import { Textarea, TextInput } from '@mantine/core'
import type { LocalizedText } from '@sheetwright/contract/calculators/localized-text.ts'
import { useText } from '../../../../platform/messages/use-text.ts'
import classes from './PartEditor.module.css'

export interface LocalizedInputProps {
  readonly label: string
  readonly value: LocalizedText | undefined
  /** Whether the input has several lines. */
  readonly long?: boolean
  readonly onChange: (value: LocalizedText | undefined) => void
}

/** A text in both languages. Empty texts are not stored. */
export function LocalizedInput({ label, value, long = false, onChange }: LocalizedInputProps) {
  const text = useText()
  const set = (language: 'en' | 'ja', typed: string) => {
    const { [language]: _before, ...other } = value ?? {}
    const next = typed === '' ? other : { ...other, [language]: typed }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  const Input = long ? Textarea : TextInput
  return (
    <div className={classes.pair}>
      <Input
        label={text('FormBuilder.inEnglish', { label })}
        value={value?.en ?? ''}
        maxLength={4000}
        onChange={(event) => set('en', event.currentTarget.value)}
      />
      <Input
        label={text('FormBuilder.inJapanese', { label })}
        lang="ja"
        value={value?.ja ?? ''}
        maxLength={4000}
        onChange={(event) => set('ja', event.currentTarget.value)}
      />
    </div>
  )
}
