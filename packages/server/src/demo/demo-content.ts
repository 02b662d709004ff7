/** A demo product, with its engine and logged calls. */
export interface DemoProduct {
  readonly name: string
  readonly category: readonly string[]
  readonly description: string
  readonly status: 'Design' | 'Production'
  /** Start and launch, in days from the creation of the demo. */
  readonly days: readonly [number, number]
  readonly serviceName: string
  /** The workbook, in the folder `demo` of this package. */
  readonly file: string
  /** One version per note. */
  readonly releaseNotes: readonly string[]
  readonly calls: readonly DemoCall[]
  /** An input that earlier calls vary between its minimum and maximum. */
  readonly varied: readonly [input: string, least: number, greatest: number]
  /** Approximate number of calls per working day. */
  readonly perDay: number
  /** The colours of the cover. */
  readonly cover: readonly [dark: string, light: string]
  /** Introduces the product, in HTML. */
  readonly summary: string
}

/** Engines of two products that run in sequence. */
export const demoChain = {
  name: 'Mortgage with its schedule',
  first: { product: 'Mortgages', engine: 'Mortgage' },
  next: { product: 'Loans', engine: 'Loan', mapping: { Amount: 'Loan' } },
} as const

interface DemoCall {
  readonly purpose: string
  readonly subservice?: string
  readonly inputs: Readonly<Record<string, unknown>>
}

export const demoProducts: readonly DemoProduct[] = [
  {
    name: 'Motor insurance',
    category: ['Motor'],
    description: 'A private car tariff with rating tables, further drivers and a quick quote.',
    status: 'Production',
    days: [-300, -90],
    serviceName: 'Motor premium',
    file: 'Motor premium.xlsx',
    releaseNotes: ['The tariff of 2026', 'The quote can be printed'],
    varied: ['DriverAge', 21, 74],
    perDay: 14,
    cover: ['#124a5c', '#78bebe'],
    summary:
      '<p>Private cars for single owners and families. The tariff rates the <strong>driver</strong>, the <strong>vehicle group</strong> and the <strong>region</strong>; further drivers are rated one by one.</p><ul><li>Full quotation for the portal and the sales force</li><li>Quick quote with two inputs for the web site</li></ul>',
    calls: [
      { purpose: 'Quotation', inputs: { DriverAge: 38, VehicleGroup: 9, Region: 'Town', Cover: 'Full' } },
      {
        purpose: 'Quotation',
        inputs: {
          DriverAge: 52,
          VehicleGroup: 14,
          Region: 'Suburb',
          Cover: 'Partial',
          ClaimFreeYears: 8,
          FurtherDrivers: [
            { Name: 'Daughter', Age: 19 },
            { Name: 'Partner', Age: 50 },
          ],
        },
      },
      { purpose: 'Quotation', subservice: 'QuickQuote', inputs: { DriverAge: 24, VehicleGroup: 6 } },
      { purpose: 'Test', inputs: { DriverAge: 17 } },
    ],
  },
  {
    name: 'Term life',
    category: ['Life'],
    description: 'Premiums and reserves of a term assurance, projected month by month over up to 30 years.',
    status: 'Design',
    days: [-45, 75],
    serviceName: 'Term life premium',
    file: 'Term life.xlsx',
    releaseNotes: ['First version'],
    varied: ['Age', 22, 58],
    perDay: 8,
    cover: ['#38306e', '#aa96dc'],
    summary:
      '<p>A level term assurance with premiums and reserves for every month. Smokers and non-smokers have tables of their own.</p>',
    calls: [
      { purpose: 'Quotation', inputs: { Age: 35, Sex: 'Female', Smoker: 'No', SumAssured: 250_000, Term: 20 } },
      { purpose: 'Quotation', inputs: { Age: 44, Sex: 'Male', Smoker: 'Yes', SumAssured: 100_000, Term: 15 } },
      { purpose: 'Test', inputs: { Age: 60, Term: 30 } },
    ],
  },
  {
    name: 'Household insurance',
    category: ['Property'],
    description: 'Contents of a home by floor area and burglary zone, with valuables, glass and bicycles.',
    status: 'Production',
    days: [-220, -20],
    serviceName: 'Household premium',
    file: 'Household.xlsx',
    releaseNotes: ['First version'],
    varied: ['FloorArea', 40, 180],
    perDay: 9,
    cover: ['#78421e', '#ebbe82'],
    summary: '<p>Contents of a home. Valuables, glass and bicycles are covered where the customer asks for it.</p>',
    calls: [
      { purpose: 'Quotation', inputs: { FloorArea: 85, Building: 'Flat', Zone: 2, GlassCover: true } },
      {
        purpose: 'Quotation',
        inputs: { FloorArea: 140, Building: 'Detached', Zone: 3, BicycleValue: 4500, Instalments: 4 },
      },
    ],
  },
  {
    name: 'Pensions',
    category: ['Life'],
    description: 'Life annuities for a single premium, projected year by year.',
    status: 'Design',
    days: [20, 200],
    serviceName: 'Annuity projection',
    file: 'Annuity projection.xlsx',
    releaseNotes: ['First version'],
    varied: ['Age', 60, 75],
    perDay: 4,
    cover: ['#1c5c3c', '#a0d7a0'],
    summary: '<p>An annuity for a single premium, with guaranteed years and a yearly rise.</p>',
    calls: [
      { purpose: 'Quotation', inputs: { Age: 65, Sex: 'Female', Premium: 150_000, GuaranteedYears: 10 } },
      { purpose: 'Quotation', inputs: { Age: 70, Sex: 'Male', Premium: 80_000, YearlyRise: 0.02 } },
    ],
  },
  {
    name: 'Group health',
    category: ['Health'],
    description: 'Groups of up to 40 members, rated by age and plan with their own claims.',
    status: 'Design',
    days: [-30, 120],
    serviceName: 'Group health',
    file: 'Group health.xlsx',
    releaseNotes: ['First version'],
    varied: ['ClaimsLastYear', 4_000, 16_000],
    perDay: 3,
    cover: ['#822846', '#eba0b4'],
    summary: '<p>Groups of up to 40 members. Claims of the last year change the rate within limits.</p>',
    calls: [
      { purpose: 'Quotation', inputs: { Industry: 'Office', ClaimsLastYear: 9800, PremiumLastYear: 14_500 } },
      {
        purpose: 'Quotation',
        inputs: {
          Industry: 'Construction',
          Members: [
            { Member: 'A', Age: 33, Plan: 'Basic', Dependants: 1 },
            { Member: 'B', Age: 52, Plan: 'Comfort', Dependants: 0 },
          ],
        },
      },
    ],
  },
  {
    name: 'Mortgages',
    category: ['Credit'],
    description: 'Payments, balance and affordability of a mortgage with a fixed and a following rate.',
    status: 'Design',
    days: [-60, 60],
    serviceName: 'Mortgage',
    file: 'Mortgage.xlsx',
    releaseNotes: ['First version'],
    varied: ['Price', 220_000, 780_000],
    perDay: 6,
    cover: ['#283c50', '#a0b4cd'],
    summary:
      '<p>What a mortgage costs, with a fixed rate first and another one afterwards, and whether the income carries it.</p>',
    calls: [
      { purpose: 'Quotation', inputs: { Price: 480_000, OwnMoney: 110_000, FixedRate: 0.0345, Years: 28 } },
      { purpose: 'Quotation', inputs: { Price: 320_000, OwnMoney: 90_000, FixedYears: 15, ExtraRepayment: 0 } },
    ],
  },
  {
    name: 'Loans',
    category: ['Credit'],
    description: 'Instalments and schedule of a loan; goal seek finds the amount that a monthly payment affords.',
    status: 'Design',
    days: [0, 110],
    serviceName: 'Loan',
    file: 'Loan.xlsx',
    releaseNotes: ['First version'],
    varied: ['Amount', 5_000, 400_000],
    perDay: 5,
    cover: ['#5a5014', '#e1d282'],
    summary: '<p>Instalments and schedule of a loan. Goal seek finds the amount that a monthly payment affords.</p>',
    calls: [
      { purpose: 'Quotation', inputs: { Amount: 200_000, InterestRate: 0.036, Months: 240, FindAmount: false } },
      { purpose: 'Quotation', inputs: { InterestRate: 0.041, Months: 300, FindAmount: true, AffordablePayment: 1800 } },
      { purpose: 'Test', inputs: { Amount: 10_000, Months: 36, InterestRate: 0.0599, FindAmount: false } },
    ],
  },
  {
    name: 'Corporate valuation',
    category: ['Finance'],
    description: 'Values a company from ten years of plan and a terminal value.',
    status: 'Design',
    days: [90, 300],
    serviceName: 'Discounted cash flow',
    file: 'Discounted cash flow.xlsx',
    releaseNotes: ['First version'],
    varied: ['Revenue', 80, 600],
    perDay: 2,
    cover: ['#32323a', '#b4b4c4'],
    summary:
      '<p>Ten years of plan, a terminal value and the cost of capital give the value of a company and of a share.</p>',
    calls: [
      { purpose: 'Quotation', inputs: { Revenue: 240, Growth: 0.08, CostOfCapital: 0.085 } },
      { purpose: 'Test', inputs: { TerminalGrowth: 0.05, CostOfCapital: 0.04 } },
    ],
  },
]
