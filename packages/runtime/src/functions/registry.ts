import type { FunctionDefinition } from './definition.ts'
import { databaseFunctions } from './database/database.ts'
import { besselFunctions } from './engineering/bessel.ts'
import { bits } from './engineering/bits.ts'
import { complexFunctions } from './engineering/complex.ts'
import { unitConversion } from './engineering/convert.ts'
import { radix } from './engineering/radix.ts'
import { thresholds } from './engineering/thresholds.ts'
import { accruedInterest } from './financial/accrued-interest.ts'
import { annuity } from './financial/annuity.ts'
import { bonds } from './financial/bonds.ts'
import { cashFlows } from './financial/cash-flows.ts'
import { coupons } from './financial/coupons.ts'
import { depreciation } from './financial/depreciation.ts'
import { discounted } from './financial/discounted.ts'
import { frenchDepreciation } from './financial/french-depreciation.ts'
import { oddBonds } from './financial/odd-bonds.ts'
import { rates } from './financial/rates.ts'
import { treasuryBills } from './financial/treasury-bills.ts'
import { kindFunctions } from './information/kinds.ts'
import { testFunctions } from './information/tests.ts'
import { booleanFunctions } from './logical/boolean.ts'
import { conditionalFunctions } from './logical/conditional.ts'
import { addressFunctions } from './lookup/address.ts'
import { positionFunctions } from './lookup/positions.ts'
import { referenceFunctions } from './lookup/references.ts'
import { vectorLookupFunctions } from './lookup/vector-lookups.ts'
import { xLookupFunctions } from './lookup/x-lookups.ts'
import { arithmetic } from './math/arithmetic.ts'
import { ceilingFloor } from './math/ceiling-floor.ts'
import { combinatorics } from './math/combinatorics.ts'
import { divisors } from './math/divisors.ts'
import { matrices } from './math/matrices.ts'
import { numerals } from './math/numerals.ts'
import { random } from './math/random.ts'
import { rounding } from './math/rounding.ts'
import { subtotals } from './math/subtotals.ts'
import { sums } from './math/sums.ts'
import { trigonometry } from './math/trigonometry.ts'
import { averages } from './statistical/averages.ts'
import { betaDistribution } from './statistical/beta-distribution.ts'
import { conditionalAggregates } from './statistical/conditional-aggregates.ts'
import { counts } from './statistical/counts.ts'
import { discreteDistributions } from './statistical/discrete-distributions.ts'
import { dispersion } from './statistical/dispersion.ts'
import { extremes } from './statistical/extremes.ts'
import { fDistribution } from './statistical/f-distribution.ts'
import { forecastEts } from './statistical/forecast-ets.ts'
import { frequencies } from './statistical/frequencies.ts'
import { gammaDistribution } from './statistical/gamma-distribution.ts'
import { hypothesisTests } from './statistical/hypothesis-tests.ts'
import { normal } from './statistical/normal.ts'
import { paired } from './statistical/paired.ts'
import { ranks } from './statistical/ranks.ts'
import { regression } from './statistical/regression.ts'
import { studentT } from './statistical/student-t.ts'
import { waitingTimes } from './statistical/waiting-times.ts'
import { bahtFunctions } from './text/baht.ts'
import { characterFunctions } from './text/characters.ts'
import { joiningFunctions } from './text/joining.ts'
import { letterFunctions } from './text/letters.ts'
import { numberTextFunctions } from './text/numbers.ts'
import { partFunctions } from './text/parts.ts'
import { regularExpressionFunctions } from './text/regular-expressions.ts'
import { replacingFunctions } from './text/replacing.ts'
import { splittingFunctions } from './text/splitting.ts'
import { datePartFunctions } from './date/parts.ts'
import { dateMakingFunctions } from './date/making.ts'
import { dateSpanFunctions } from './date/spans.ts'
import { workdayFunctions } from './date/workdays.ts'
import { arrayMakingFunctions } from './array/making.ts'
import { lambdaFunctions } from './array/lambdas.ts'
import { selectingFunctions } from './array/selecting.ts'
import { shapingFunctions } from './array/shaping.ts'
import { trimmingFunctions } from './array/trimming.ts'
import { environmentFunctions } from './information/environment.ts'
import { pivotingFunctions } from './array/pivoting.ts'
import { filterXmlFunctions } from './text/filter-xml.ts'

/**
 * Every family of functions. Add a new family only here, on its own line: bundles that need few functions leave out the
 * lines of other families.
 */
export const families = {
  kindFunctions,
  testFunctions,
  booleanFunctions,
  conditionalFunctions,
  addressFunctions,
  positionFunctions,
  referenceFunctions,
  vectorLookupFunctions,
  xLookupFunctions,
  arithmetic,
  ceilingFloor,
  combinatorics,
  divisors,
  matrices,
  numerals,
  random,
  rounding,
  sums,
  trigonometry,
  averages,
  betaDistribution,
  conditionalAggregates,
  counts,
  discreteDistributions,
  dispersion,
  extremes,
  fDistribution,
  frequencies,
  gammaDistribution,
  hypothesisTests,
  normal,
  paired,
  ranks,
  studentT,
  waitingTimes,
  subtotals,
  regression,
  besselFunctions,
  bits,
  complexFunctions,
  unitConversion,
  radix,
  thresholds,
  bahtFunctions,
  characterFunctions,
  joiningFunctions,
  letterFunctions,
  numberTextFunctions,
  partFunctions,
  regularExpressionFunctions,
  replacingFunctions,
  splittingFunctions,
  datePartFunctions,
  dateMakingFunctions,
  dateSpanFunctions,
  workdayFunctions,
  annuity,
  bonds,
  cashFlows,
  coupons,
  depreciation,
  discounted,
  frenchDepreciation,
  rates,
  treasuryBills,
  arrayMakingFunctions,
  lambdaFunctions,
  selectingFunctions,
  shapingFunctions,
  trimmingFunctions,
  environmentFunctions,
  databaseFunctions,
  accruedInterest,
  oddBonds,
  pivotingFunctions,
  forecastEts,
  filterXmlFunctions,
} satisfies Readonly<Record<string, readonly FunctionDefinition[]>>

/** All worksheet functions by name, upper case, aliases included. */
export const functions: ReadonlyMap<string, FunctionDefinition> = new Map(
  Object.values<readonly FunctionDefinition[]>(families)
    .flat()
    .flatMap((definition) => [definition.name, ...(definition.aliases ?? [])].map((name) => [name, definition])),
)
