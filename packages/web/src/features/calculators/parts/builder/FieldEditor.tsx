import { ActionIcon, Button, FileButton, Select, Switch } from '@mantine/core'
import type { FormField } from '@sheetwright/contract/calculators/form-layout.ts'
import { pictureLimit } from '@sheetwright/contract/calculators/picture.ts'
import type { FormPort, FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { LocalizedText } from '@sheetwright/contract/calculators/localized-text.ts'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../../platform/messages/use-text.ts'
import { toastFailure } from '../../../../ui/feedback/toasts.tsx'
import { NumberTextInput } from '../../../../ui/NumberTextInput.tsx'
import { pictureAddress } from '../../../../ui/picture-address.ts'
import { widgetsOf, withWidget } from '../../builder/new-parts.ts'
import { FieldInput } from '../FieldInput.tsx'
import { ConditionEditor } from './ConditionEditor.tsx'
import { LocalizedInput } from './LocalizedInput.tsx'
import { widgetNames } from './part-names.ts'
import classes from './PartEditor.module.css'

export interface FieldEditorProps {
  readonly field: FormField
  readonly spec: FormSpec
  readonly onChange: (field: FormField, about: string) => void
}

/** Edits the field of an input. */
export function FieldEditor({ field, spec, onChange }: FieldEditorProps) {
  const text = useText()
  const port = spec.inputs.find(({ name }) => name === field.input)
  const others = spec.inputs.filter(({ name, shape }) => name !== field.input && shape === 'cell')
  const set = (key: 'help' | 'unit' | 'shownIf' | 'enabledIf' | 'step', value: FormField[typeof key]) => {
    const { [key]: _before, ...rest } = field
    onChange(value === undefined ? rest : { ...rest, [key]: value }, key)
  }
  const setText = (key: 'help' | 'unit') => (value: LocalizedText | undefined) => set(key, value)
  const ownStart = 'default' in field
  return (
    <div className={classes.editor}>
      <LocalizedInput
        label={text('FormBuilder.label')}
        value={field.label}
        onChange={(label) => onChange({ ...field, label: label ?? {} }, 'label')}
      />
      <LocalizedInput label={text('FormBuilder.help')} value={field.help} onChange={setText('help')} />
      <LocalizedInput label={text('FormBuilder.unit')} value={field.unit} onChange={setText('unit')} />
      <Select
        label={text('FormBuilder.widget')}
        data={widgetsOf(port).map((widget) => ({ value: widget, label: text(widgetNames[widget]) }))}
        value={field.widget}
        allowDeselect={false}
        onChange={(widget) => widget !== null && onChange(withWidget(field, widget, port), 'widget')}
      />
      {field.widget === 'slider' && (
        <div className={classes.pair}>
          <NumberTextInput
            label={text('FormBuilder.min')}
            value={field.min ?? ''}
            onNumber={(min) => min !== null && onChange({ ...field, min }, 'min')}
          />
          <NumberTextInput
            label={text('FormBuilder.max')}
            value={field.max ?? ''}
            onNumber={(max) => max !== null && onChange({ ...field, max }, 'max')}
          />
          <NumberTextInput
            label={text('FormBuilder.step')}
            value={field.step ?? ''}
            min={0}
            onNumber={(step) => step !== null && step > 0 && set('step', step)}
          />
        </div>
      )}
      {field.widget === 'image' && <Pictures field={field} port={port} onChange={onChange} />}
      <div className={classes.group}>
        <Switch
          label={text('FormBuilder.ownDefault')}
          checked={ownStart}
          onChange={(event) => {
            const { default: _before, ...rest } = field
            onChange(event.currentTarget.checked ? { ...rest, default: port?.default ?? null } : rest, 'ownDefault')
          }}
        />
        {ownStart && (
          <FieldInput
            field={{ ...field, label: { en: text('FormBuilder.default') }, help: {} }}
            port={port}
            state={undefined}
            value={field.default}
            onChange={(value) => onChange({ ...field, default: value }, 'default')}
          />
        )}
      </div>
      <ConditionEditor
        label={text('FormBuilder.shownIf')}
        value={field.shownIf}
        inputs={others}
        onChange={(value) => set('shownIf', value)}
      />
      <ConditionEditor
        label={text('FormBuilder.enabledIf')}
        value={field.enabledIf}
        inputs={others}
        onChange={(value) => set('enabledIf', value)}
      />
    </div>
  )
}

const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif'

/** A picture for each option of a list. */
function Pictures({
  field,
  port,
  onChange,
}: Pick<FieldEditorProps, 'field' | 'onChange'> & { port: FormPort | undefined }) {
  const text = useText()
  const pictures = field.pictures ?? []
  const options = (port?.validation?.options ?? []).map(String).filter((option) => option !== '')
  const set = (option: string, picture: string | undefined) => {
    const others = pictures.filter((each) => each.option !== option)
    onChange({ ...field, pictures: picture === undefined ? others : [...others, { option, picture }] }, 'pictures')
  }
  async function take(option: string, file: File | null) {
    if (file === null) return
    const address = await pictureAddress(file)
    if (address.length > pictureLimit) toastFailure(text('FormBuilder.pictureTooLarge', { kilobytes: 200 }))
    else set(option, address)
  }
  return (
    <div className={classes.group}>
      {options.map((option) => {
        const picture = pictures.find((each) => each.option === option)?.picture
        return (
          <div key={option} className={classes.option}>
            {picture === undefined ? <IconPhoto /> : <img src={picture} alt="" />}
            <span className={classes.name}>{option}</span>
            <FileButton accept={pictureTypes} onChange={(file) => void take(option, file)}>
              {(props) => (
                <Button {...props} size="xs" variant="default" aria-label={text('FormBuilder.pictureOf', { option })}>
                  {text('FormBuilder.choosePicture')}
                </Button>
              )}
            </FileButton>
            {picture !== undefined && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={text('FormBuilder.removePicture', { option })}
                onClick={() => set(option, undefined)}
              >
                <IconTrash />
              </ActionIcon>
            )}
          </div>
        )
      })}
    </div>
  )
}
