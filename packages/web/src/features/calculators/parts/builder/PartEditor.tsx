import { ActionIcon, Group, Input, SegmentedControl, TextInput, Tooltip } from '@mantine/core'
import type { FormLayout, FormSection } from '@sheetwright/contract/calculators/form-layout.ts'
import { sectionKey } from '@sheetwright/contract/calculators/section-key.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../../platform/messages/use-text.ts'
import { Panel } from '../../../../ui/page/Panel.tsx'
import {
  type Part,
  partKey,
  stepPart,
  withField,
  withIntro,
  withoutPart,
  withResult,
  withSection,
  withStep,
} from '../../builder/layout-edits.ts'
import { FieldEditor } from './FieldEditor.tsx'
import { LocalizedInput } from './LocalizedInput.tsx'
import { RichTextPair } from './RichTextPair.tsx'
import { StepEditor } from './StepEditor.tsx'
import { ResultEditor } from './ResultEditor.tsx'
import classes from './PartEditor.module.css'

export interface PartEditorProps {
  readonly layout: FormLayout
  readonly spec: FormSpec
  readonly selected: Part
  readonly onSelect: (part: Part) => void
  readonly onChange: (edit: (layout: FormLayout) => FormLayout, about?: string) => void
}

/** The settings of the chosen part of a form. */
export function PartEditor(props: PartEditorProps) {
  const { layout, spec, selected, onChange } = props
  const text = useText()
  const about = (what: string) => `${partKey(selected)} ${what}`
  if (selected.kind === 'field') {
    const field = layout.sections[selected.section]?.fields[selected.field]
    if (field === undefined) return null
    return (
      <Panel title={text('FormBuilder.fieldOf', { name: field.input })} actions={<PartActions {...props} />}>
        <FieldEditor
          key={partKey(selected)}
          field={field}
          spec={spec}
          onChange={(next, what) => onChange((before) => withField(before, selected, () => next), about(what))}
        />
      </Panel>
    )
  }
  if (selected.kind === 'result') {
    const result = layout.results[selected.result]
    if (result === undefined) return null
    return (
      <Panel title={text('FormBuilder.result')} actions={<PartActions {...props} />}>
        <ResultEditor
          key={partKey(selected)}
          result={result}
          spec={spec}
          onChange={(next, what) => onChange((before) => withResult(before, selected.result, () => next), about(what))}
        />
      </Panel>
    )
  }
  if (selected.kind === 'intro') {
    return (
      <Panel title={text('Tutorial.intro')}>
        <RichTextPair
          key="intro"
          label={text('Tutorial.intro')}
          value={layout.tutorial?.intro}
          onChange={(intro) => onChange((before) => withIntro(before, intro), 'intro')}
        />
      </Panel>
    )
  }
  if (selected.kind === 'step') {
    const step = layout.tutorial?.steps[selected.step]
    if (step === undefined) return null
    return (
      <Panel title={text('Tutorial.stepNumber', { number: selected.step + 1 })} actions={<PartActions {...props} />}>
        <StepEditor
          key={partKey(selected)}
          {...{ step, spec, layout }}
          onChange={(next, what) => onChange((before) => withStep(before, selected.step, next), about(what))}
        />
      </Panel>
    )
  }
  if (selected.kind === 'section') {
    const section = layout.sections[selected.section]
    if (section === undefined) return null
    return (
      <Panel title={text('FormBuilder.section')} actions={<PartActions {...props} />}>
        <SectionEditor
          section={section}
          onChange={(next, what) =>
            onChange((before) => withSection(before, selected.section, () => next), about(what))
          }
        />
      </Panel>
    )
  }
  return (
    <Panel title={text('FormBuilder.page')}>
      <div className={classes.editor}>
        <LocalizedInput
          label={text('FormBuilder.title')}
          value={layout.title}
          onChange={(title) => onChange((before) => ({ ...before, title: title ?? {} }), 'title')}
        />
        <LocalizedInput
          label={text('FormBuilder.intro')}
          long
          value={layout.intro}
          onChange={(intro) =>
            onChange(({ intro: _before, ...rest }) => (intro === undefined ? rest : { ...rest, intro }), 'intro')
          }
        />
      </div>
    </Panel>
  )
}

interface SectionEditorProps {
  readonly section: FormSection
  readonly onChange: (section: FormSection, about: string) => void
}

function SectionEditor({ section, onChange }: SectionEditorProps) {
  const text = useText()
  const isKey = sectionKey.safeParse(section.key).success
  return (
    <div className={classes.editor}>
      <LocalizedInput
        label={text('FormBuilder.title')}
        value={section.title}
        onChange={(title) => onChange({ ...section, title: title ?? {} }, 'title')}
      />
      <LocalizedInput
        label={text('FormBuilder.intro')}
        long
        value={section.intro}
        onChange={(intro) => {
          const { intro: _before, ...rest } = section
          onChange(intro === undefined ? rest : { ...rest, intro }, 'intro')
        }}
      />
      <TextInput
        label={text('FormBuilder.key')}
        description={text('FormBuilder.keyAbout')}
        error={isKey ? undefined : text('FormBuilder.keyWrong')}
        value={section.key}
        onChange={(event) => onChange({ ...section, key: event.currentTarget.value }, 'key')}
      />
      <div>
        <Input.Label component="div">{text('FormBuilder.columns')}</Input.Label>
        <SegmentedControl
          aria-label={text('FormBuilder.columns')}
          data={['1', '2', '3']}
          value={String(section.columns)}
          onChange={(columns) => onChange({ ...section, columns: Number(columns) }, 'columns')}
        />
      </div>
    </div>
  )
}

function PartActions({ layout, selected, onSelect, onChange }: PartEditorProps) {
  const text = useText()
  const step = (direction: 'up' | 'down') => {
    const next = stepPart(layout, selected, direction)
    if (next === undefined) return
    onChange(() => next.layout)
    onSelect(next.part)
  }
  const removed = withoutPart(layout, selected)
  return (
    <Group gap="xs" wrap="nowrap">
      <Action
        icon={<IconArrowUp />}
        label={text('FormBuilder.moveUp')}
        disabled={stepPart(layout, selected, 'up') === undefined}
        onClick={() => step('up')}
      />
      <Action
        icon={<IconArrowDown />}
        label={text('FormBuilder.moveDown')}
        disabled={stepPart(layout, selected, 'down') === undefined}
        onClick={() => step('down')}
      />
      <Action
        icon={<IconTrash />}
        label={text('FormBuilder.remove')}
        disabled={removed === layout}
        onClick={() => {
          onChange(() => removed)
          onSelect({ kind: 'form' })
        }}
      />
    </Group>
  )
}

interface ActionProps {
  readonly icon: ReactNode
  readonly label: string
  readonly disabled: boolean
  readonly onClick: () => void
}

function Action({ icon, label, disabled, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} disabled={disabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
