/** A product that a newcomer finds, with its engine and calls in its log. */
export interface DemoProduct {
  readonly name: string
  readonly category: readonly string[]
  readonly description: string
  readonly status: 'Design' | 'Production'
  readonly serviceName: string
  /** The workbook, in the folder `demo` of this package. */
  readonly file: string
  /** One version a note. */
  readonly releaseNotes: readonly string[]
  readonly calls: readonly DemoCall[]
}

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
    serviceName: 'Motor premium',
    file: 'Motor premium.xlsx',
    releaseNotes: ['The tariff of 2026', 'The quote can be printed'],
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
    serviceName: 'Term life premium',
    file: 'Term life.xlsx',
    releaseNotes: ['First version'],
    calls: [
      { purpose: 'Quotation', inputs: { Age: 35, Sex: 'Female', Smoker: 'No', SumAssured: 250_000, Term: 20 } },
      { purpose: 'Quotation', inputs: { Age: 44, Sex: 'Male', Smoker: 'Yes', SumAssured: 100_000, Term: 15 } },
      { purpose: 'Test', inputs: { Age: 60, Term: 30 } },
    ],
  },
  {
    name: 'Loans',
    category: ['Credit'],
    description: 'Instalments and schedule of a loan; goal seek finds the amount that a monthly payment affords.',
    status: 'Design',
    serviceName: 'Loan',
    file: 'Loan.xlsx',
    releaseNotes: ['First version'],
    calls: [
      { purpose: 'Quotation', inputs: { Amount: 200_000, InterestRate: 0.036, Months: 240, FindAmount: false } },
      { purpose: 'Quotation', inputs: { InterestRate: 0.041, Months: 300, FindAmount: true, AffordablePayment: 1800 } },
      { purpose: 'Test', inputs: { Amount: 10_000, Months: 36, InterestRate: 0.0599, FindAmount: false } },
    ],
  },
]
