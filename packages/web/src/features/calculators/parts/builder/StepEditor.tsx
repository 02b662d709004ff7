import { Button, FileButton, Group, MultiSelect, Select } from '@mantine/core'
import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import { pictureLimit } from '@sheetwright/contract/calculators/picture.ts'
import type { TutorialStep } from '@sheetwright/contract/calculators/tutorial.ts'
import { useText } from '../../../../platform/messages/use-text.ts'
import { toastFailure } from '../../../../ui/feedback/toasts.tsx'
import { pictureAddress } from '../../../../ui/picture-address.ts'
import { fieldsOf } from '../../calculator-state.ts'
import { useLanguage } from '../../use-language.ts'
import { FieldInput } from '../FieldInput.tsx'
import { LocalizedInput } from './LocalizedInput.tsx'
import { RichTextPair } from './RichTextPair.tsx'
import classes from './PartEditor.module.css'

export interface StepEditorProps {
  readonly step: TutorialStep
  readonly layout: FormLayout
  readonly spec: FormSpec
  readonly onChange: (step: TutorialStep, about: string) => void
}

/** Edits a step of a tutorial: its text, the part it shows, and the values it fills in. */
export function StepEditor({ step, layout, spec, onChange }: StepEditorProps) {
  const text = useText()
  const language = useLanguage()
  const set = <K extends keyof TutorialStep>(key: K, value: TutorialStep[K] | undefined) => {
    const { [key]: _before, ...rest } = step
    onChange((value === undefined ? rest : { ...rest, [key]: value }) as TutorialStep, key)
  }
  const fields = fieldsOf(layout)
  const values = step.values ?? {}

  async function takePicture(file: File | null) {
    if (file === null) return
    const picture = await pictureAddress(file)
    if (picture.length > pictureLimit) toastFailure(text('FormBuilder.pictureTooLarge', { kilobytes: 200 }))
    else set('picture', picture)
  }

  return (
    <div className={classes.editor}>
      <LocalizedInput
        label={text('FormBuilder.title')}
        value={step.title}
        onChange={(title) => set('title', title ?? {})}
      />
      <RichTextPair label={text('Tutorial.text')} value={step.text} onChange={(next) => set('text', next)} />
      <Group gap="sm">
        {step.picture !== undefined && <img src={step.picture} alt="" className={classes.thumbnail} />}
        <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={(file) => void takePicture(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {text('FormBuilder.choosePicture')}
            </Button>
          )}
        </FileButton>
        {step.picture !== undefined && (
          <Button size="xs" variant="subtle" onClick={() => set('picture', undefined)}>
            {text('FormBuilder.remove')}
          </Button>
        )}
      </Group>
      {step.picture !== undefined && (
        <LocalizedInput
          label={text('Tutorial.pictureText')}
          value={step.pictureText}
          onChange={(next) => set('pictureText', next)}
        />
      )}
      <Select
        label={text('Tutorial.section')}
        data={layout.sections.map(({ key, title }) => ({ value: key, label: textIn(title, language) || key }))}
        value={step.section ?? null}
        clearable
        onChange={(section) => set('section', section ?? undefined)}
      />
      <MultiSelect
        label={text('Tutorial.fillsIn')}
        data={fields.map(({ input, label }) => ({ value: input, label: textIn(label, language) || input }))}
        value={Object.keys(values)}
        onChange={(names) => {
          const start = (name: string) => spec.inputs.find((port) => port.name === name)?.default ?? null
          const next = Object.fromEntries(names.map((name) => [name, name in values ? values[name] : start(name)]))
          set('values', names.length === 0 ? undefined : next)
        }}
      />
      {fields
        .filter(({ input }) => input in values)
        .map((field) => (
          <FieldInput
            key={field.input}
            field={field}
            port={spec.inputs.find(({ name }) => name === field.input)}
            state={undefined}
            value={values[field.input]}
            onChange={(value) => set('values', { ...values, [field.input]: value })}
          />
        ))}
    </div>
  )
}
