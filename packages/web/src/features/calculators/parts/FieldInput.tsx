import { Radio, Select, Slider, Switch, TextInput } from '@mantine/core'
import type { FormField } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormPort } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FieldState } from '@sheetwright/contract/calculators/form-state.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import { useState } from 'react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { momentField, sentMoment } from '../../../ui/moment-text.ts'
import { EditableGrid, type GridColumn } from '../../../ui/grid/EditableGrid.tsx'
import { inPercent, isNumeric, isReadable, mayBeTaken, textOf, valueOf } from '../../../ui/input-text.ts'
import { valueText } from '../../../ui/value-text.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { useLanguage } from '../use-language.ts'
import { problemText } from '../problem-text.ts'
import classes from './FieldInput.module.css'

export interface FieldInputProps {
  readonly field: FormField
  readonly port: FormPort | undefined
  readonly state: FieldState | undefined
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** One question of a calculator. */
export function FieldInput({ field, port, state, value, onChange }: FieldInputProps) {
  const text = useText()
  const serverText = useServerText()
  const language = useLanguage()
  const unit = textIn(field.unit, language)
  const label = textIn(field.label, language) || field.input
  const common: CommonProps = {
    label: unit === '' || field.widget === 'switch' ? label : text('Calculator.withUnit', { label, unit }),
    description: textIn(field.help, language) || undefined,
    error: state === undefined ? undefined : problemText(text, serverText, state, port),
    disabled: state?.disabled ?? false,
  }
  const props = { field, port, state, value, onChange, common }
  switch (field.widget) {
    case 'radio':
    case 'image':
    case 'select':
      return <ChoiceInput {...props} />
    case 'switch':
      return (
        <Switch
          {...common}
          className={classes.switch}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'slider':
      return <SliderInput {...props} />
    case 'number':
      return <NumberField {...props} />
    case 'table':
      return <TableInput {...props} />
    case 'date':
      return (
        <DayInput
          {...common}
          inAnyForm
          value={textOf(value)}
          onChange={(typed) => onChange(valueOf(typed, port?.type))}
        />
      )
    case 'time':
    case 'datetime':
      return (
        <TextInput
          {...common}
          {...momentField(field.widget, textOf(value))}
          onChange={(event) => onChange(valueOf(sentMoment(event.currentTarget.value), port?.type))}
        />
      )
    case 'text':
      return (
        <TextInput
          {...common}
          value={textOf(value)}
          onChange={(event) => onChange(valueOf(event.currentTarget.value, port?.type))}
        />
      )
    default:
      return field.widget satisfies never
  }
}

interface CommonProps {
  readonly label: string
  readonly description: string | undefined
  readonly error: string | undefined
  readonly disabled: boolean
}

type WidgetProps = FieldInputProps & { readonly common: CommonProps }

/**
 * A number, with separators or a percent sign. Unreadable text is a value like any other: the engine refuses it, so
 * that the results of the number before do not stay beside it.
 */
function NumberField({ field, port, value, onChange, common }: WidgetProps) {
  const text = useText()
  const [draft, setDraft] = useState<string>()
  const isPercent = port?.type === 'percent'
  const shown = draft ?? shownNumber(value, isPercent, port?.numberFormat)
  const meant = (typed: string) => (isPercent ? inPercent(typed) : typed)
  const readable = isReadable(meant(shown), port?.type ?? 'number')
  return (
    <TextInput
      {...common}
      classNames={{ input: classes.number ?? '' }}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      error={readable || common.error === undefined ? common.error : text('Tester.notNumber')}
      data-step={field.step}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setDraft(typed)
        onChange(valueOf(meant(typed), port?.type ?? 'number'))
      }}
      onBlur={() => setDraft(undefined)}
    />
  )
}

function shownNumber(value: unknown, isPercent: boolean, numberFormat: string | undefined): string {
  if (typeof value !== 'number') return textOf(value)
  if (!isPercent) return numberFormat?.includes(',') ? withSeparators(textOf(value)) : textOf(value)
  // Shifting the decimal point in the text turns 0.051 into exactly 5.1.
  return textOf(Number(`${value}e2`.replace(/e([+-]?\d+)e2$/, (_, power: string) => `e${Number(power) + 2}`)))
}

/** Separates thousands and keeps every digit. */
function withSeparators(digits: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(digits) ?? []
  return whole === '' ? digits : `${sign}${BigInt(whole).toLocaleString('en-US')}${rest}`
}

function SliderInput({ field, port, state, value, onChange, common }: WidgetProps) {
  const min = numberOr(state?.min, field.min ?? 0)
  const max = numberOr(state?.max, field.max ?? 100)
  const number = typeof value === 'number' ? value : min
  return (
    <div className={classes.slider}>
      <NumberField {...{ field, port, state, value, onChange, common }} />
      <Slider
        className={classes.track}
        min={min}
        max={max}
        step={field.step ?? 1}
        value={Math.min(Math.max(number, min), max)}
        label={null}
        thumbLabel={common.label}
        disabled={common.disabled}
        onChange={(next) => onChange(rounded(next))}
      />
    </div>
  )
}

/** Rounds, because steps of 0.1 add up to 0.30000000000000004. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other
}

function ChoiceInput({ field, port, state, value, onChange, common }: WidgetProps) {
  const text = useText()
  const options = state?.options ?? port?.validation?.options ?? (port?.type === 'boolean' ? [true, false] : [])
  const named = (option: unknown) =>
    typeof option === 'boolean' ? text(option ? 'Engine.yes' : 'Engine.no') : valueText(option, port?.numberFormat)
  const data = [
    ...new Map(options.filter((option) => textOf(option) !== '').map((option) => [textOf(option), named(option)])),
  ]
  const pick = (picked: string | null) =>
    onChange(picked === null ? null : (options.find((option) => textOf(option) === picked) ?? picked))
  const current = value === null || value === undefined ? null : textOf(value)
  if (field.widget === 'radio') {
    return (
      <Radio.Group {...common} value={current} onChange={pick}>
        <div className={classes.choices}>
          {data.map(([key, name]) => (
            <Radio key={key} value={key} label={name} disabled={common.disabled} />
          ))}
        </div>
      </Radio.Group>
    )
  }
  if (field.widget === 'image') {
    const pictures = new Map((field.pictures ?? []).map(({ option, picture }) => [option, picture]))
    return (
      <Radio.Group {...common} value={current} onChange={pick}>
        <div className={classes.pictures}>
          {data.map(([key, name]) => (
            <Radio.Card key={key} value={key} className={classes.picture ?? ''} disabled={common.disabled}>
              {pictures.has(key) && <img src={pictures.get(key)} alt="" />}
              <span>{name}</span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
    )
  }
  const isKnown = current === null || data.some(([key]) => key === current)
  return (
    <Select
      {...common}
      searchable
      data={[
        ...(isKnown ? [] : [{ value: current, label: current }]),
        ...data.map(([key, name]) => ({ value: key, label: name })),
      ]}
      value={current}
      onChange={pick}
      clearable={port?.validation?.ignoreBlank === true}
      clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
      nothingFoundMessage={text('Tester.noChoice')}
    />
  )
}

function TableInput({ port, value, onChange, common }: WidgetProps) {
  const headings = port?.columns ?? []
  const columns = headings.map(
    ({ heading, type }): GridColumn => ({
      heading,
      ...(isNumeric(type) ? { align: 'end' as const } : {}),
      accepts: (typed) => mayBeTaken(typed, type),
    }),
  )
  const rows = ((Array.isArray(value) ? value : []) as Record<string, unknown>[]).map((row) =>
    headings.map(({ heading }) => textOf(row?.[heading])),
  )
  return (
    <div className={classes.table}>
      <div className={classes.label}>{common.label}</div>
      {common.description !== undefined && <div className={classes.help}>{common.description}</div>}
      <EditableGrid
        label={common.label}
        columns={columns}
        rows={rows}
        maxRows={port?.maxRows ?? 1000}
        onChange={(next) =>
          onChange(
            next.map((row) =>
              Object.fromEntries(headings.map(({ heading, type }, col) => [heading, valueOf(row[col] ?? '', type)])),
            ),
          )
        }
      />
      {common.error !== undefined && <div className={classes.error}>{common.error}</div>}
    </div>
  )
}
