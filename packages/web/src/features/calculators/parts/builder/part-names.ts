import type { FieldWidget, FormResult } from '@sheetwright/contract/calculators/form-layout.ts'
import type { MessageId } from '../../../../platform/messages/load-messages.ts'

export const widgetNames: Readonly<Record<FieldWidget, MessageId>> = {
  number: 'FormWidget.number',
  slider: 'FormWidget.slider',
  select: 'FormWidget.select',
  radio: 'FormWidget.radio',
  switch: 'FormWidget.switch',
  date: 'FormWidget.date',
  time: 'FormWidget.time',
  datetime: 'FormWidget.datetime',
  text: 'FormWidget.text',
  table: 'FormWidget.table',
  image: 'FormWidget.image',
}

export const resultKindNames: Readonly<Record<FormResult['kind'], MessageId>> = {
  figure: 'FormResult.figure',
  table: 'FormResult.table',
  sentence: 'FormResult.sentence',
  chart: 'FormResult.chart',
}
