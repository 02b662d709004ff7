import { apiCalls, type CounterName, type Dimension } from '@sheetwright/contract/insights/usage.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'

export const dimensionTitles: Readonly<Record<Dimension, MessageId>> = {
  product: 'Insights.product',
  engine: 'Insights.engine',
  version: 'Insights.version',
  purpose: 'Insights.purpose',
  sourceSystem: 'Insights.sourceSystem',
  caller: 'Insights.caller',
}

/** As part of a title. */
export const dimensionNames: Readonly<Record<Dimension, MessageId>> = {
  product: 'Insights.within.product',
  engine: 'Insights.within.engine',
  version: 'Insights.within.version',
  purpose: 'Insights.within.purpose',
  sourceSystem: 'Insights.within.sourceSystem',
  caller: 'Insights.within.caller',
}

export const counterTitles: Readonly<Record<CounterName, MessageId>> = {
  [apiCalls]: 'Insights.calls',
  Records: 'Insights.records',
  Errors: 'Insights.errors',
  FailedRecords: 'Insights.failedRecords',
  Warnings: 'Insights.warnings',
  ComputeMillis: 'Insights.computeTime',
  Callers: 'Insights.callers',
}
