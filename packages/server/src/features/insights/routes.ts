import type { Handler } from '../../platform/http/handle.ts'
import { aggregateUsageHandler } from './aggregate-usage.ts'
import { getDurationsHandler } from './get-durations.ts'
import { getNextMeasuresHandler } from './get-next-measures.ts'
import { getTotalsHandler } from './get-totals.ts'
import { getValueDistributionHandler } from './get-value-distribution.ts'
import { getUsageDetailsHandler } from './get-usage-details.ts'
import { getVersionOverviewHandler } from './get-version-overview.ts'
import { getWeeklyMailHandler } from './get-weekly-mail.ts'
import { saveWeeklyMailHandler } from './save-weekly-mail.ts'
import { listCounterDefinitionsHandler } from './list-counter-definitions.ts'
import { listNotableCallsHandler } from './list-notable-calls.ts'
import { getProductHealthHandler } from './get-product-health.ts'

export const insightsRoutes: readonly Handler[] = [
  listCounterDefinitionsHandler,
  getTotalsHandler,
  aggregateUsageHandler,
  getNextMeasuresHandler,
  getDurationsHandler,
  getValueDistributionHandler,
  listNotableCallsHandler,
  getUsageDetailsHandler,
  getVersionOverviewHandler,
  getWeeklyMailHandler,
  saveWeeklyMailHandler,
  getProductHealthHandler,
]
