import type { Tutorial } from '@sheetwright/contract/calculators/tutorial.ts'
import { Suspense } from 'react'
import { useText } from '../../../../platform/messages/use-text.ts'
import { late } from '../../../../ui/late.tsx'
import { LoadingBlock } from '../../../../ui/LoadingBlock.tsx'
import classes from './PartEditor.module.css'

const RichTextEditor = late(async () => (await import('../../../../ui/rich-text/RichTextEditor.tsx')).RichTextEditor)

type RichText = NonNullable<Tutorial['intro']>

export interface RichTextPairProps {
  readonly label: string
  readonly value: RichText | undefined
  readonly onChange: (value: RichText | undefined) => void
}

/** Formatted text in both languages. */
export function RichTextPair({ label, value, onChange }: RichTextPairProps) {
  const text = useText()
  const set = (language: 'en' | 'ja', html: string) => {
    const { [language]: _before, ...other } = value ?? {}
    const next = html === '' ? other : { ...other, [language]: html }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  const languages = [
    { language: 'en', title: text('FormBuilder.inEnglish', { label }) },
    { language: 'ja', title: text('FormBuilder.inJapanese', { label }) },
  ] as const
  return (
    <Suspense fallback={<LoadingBlock />}>
      <div className={classes.editor}>
        {languages.map(({ language, title }) => (
          <div key={language}>
            <div>{title}</div>
            <RichTextEditor label={title} html={value?.[language] ?? ''} onChange={(html) => set(language, html)} />
          </div>
        ))}
      </div>
    </Suspense>
  )
}
