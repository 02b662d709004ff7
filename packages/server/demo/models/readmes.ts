import type { Readme } from './readme.ts'

const examples = 'All rates and tables are invented; they show the shape of a real tariff, not its level.'

export const motorReadme: Readme = {
  title: 'Motor premium: how it works',
  purpose: [
    'Rates a private car for one year from driver, vehicle, region, cover and claims history.',
    'The premium is a base by vehicle group, multiplied by factors and reduced by discounts; tax and instalments follow.',
  ],
  about: {
    InceptionDate: 'First day of cover, 2023 or later.',
    DriverAge: 'Age of the policyholder, 18 to 99.',
    VehicleGroup: 'Group 1 to 20 of the sheet Tables; it sets the base premium.',
    Region: 'City, Suburb, Town or Village; a factor of the sheet Tables.',
    Cover: 'Liability, Partial or Full; a factor of the sheet Tables.',
    ClaimFreeYears: 'Years without a claim, 0 to 60; more than 8 count as 8.',
    Excess:
      'What the policyholder pays of each claim; reduces the premium by up to 25 percent unless the cover is Liability.',
    Kilometres: 'Each 5,000 km begun above 15,000 add 4 percent.',
    MonthlyPayment: 'TRUE for twelve instalments, which cost 5 percent more.',
    FurtherDrivers:
      'Name and age of up to four others; each adds 3 percent, the youngest of all sets the factor by age.',
    AnnualPremium:
      'Base × factor by age × region × cover × (1 - claims discount) × (1 - excess discount) × (1 + loadings), in cents.',
    InsuranceTax: '19 percent of the annual premium.',
    Instalments: '12 or 1.',
    Instalment: 'Premium and tax, 5 percent more when paid by the month, divided by the instalments.',
    ExpiryDate: 'The day before the first anniversary.',
    Decision: 'Young drivers of high groups are referred; drivers without claim-free years are surveyed.',
    Breakdown: 'The annual premium by part of the cover; the parts add up to it.',
  },
  assumptions: [
    examples,
    'A driver with more claim-free years than the years since the age of 18 is refused (sheet Checks).',
  ],
}

export const householdReadme: Readme = {
  title: 'Household contents: how it works',
  purpose: [
    'Rates the contents of a home from its floor area, building and burglary zone, with glass and bicycles on top.',
    'The sum insured is floor area × sum for each m², rounded up to a thousand, plus valuables above a fifth of it.',
  ],
  about: {
    FloorArea: 'Living space in square metres, 10 to 500.',
    Building: 'Flat, Terraced or Detached; a factor of the sheet Tables.',
    Zone: '1 to 4; the rate for each 1,000 of sum insured is on the sheet Tables.',
    SumPerSquareMetre: '300 to 3,000. From 650 on, underinsurance is waived.',
    Claims: 'Claims of the last five years; none reduces the premium by 10 percent, three and more raise it by 60.',
    Excess: 'Reduces the premium by excess / 2,500, at most by 20 percent.',
    GlassCover: 'TRUE adds 9 and 0.22 for each m².',
    BicycleValue: '3.2 percent of the value, 1.4 times that in zones 3 and 4.',
    Instalments: '1, 2, 4 or 12; more than one costs 3, 4 or 5 percent.',
    Valuables: 'Item and value; together at most half of the sum that follows from the floor area.',
    SumInsured: 'CEILING(area × sum, 1000) plus what the valuables exceed a fifth of area × sum by.',
    BasicPremium: 'Sum insured / 1,000 × rate × factor of the building × (1 + claims) × (1 - excess discount).',
    AnnualPremium: 'Basic premium, glass and bicycles, at least 45.',
    Tax: '16 percent of the annual premium.',
    Instalment: 'Premium and tax with the charge for instalments, divided by their number.',
    Underinsurance: 'Waived from 650 for each m² on.',
  },
  assumptions: [examples],
}

export const termLifeReadme: Readme = {
  title: 'Term life: how it works',
  purpose: [
    'Premium and reserves of a term assurance, projected month by month over up to 30 years.',
    'Expected claims and premiums are discounted; the premium is what makes both equal, with expenses on top.',
  ],
  about: {
    Age: 'Age at entry, 18 to 65; the cover ends at 75 at the latest.',
    Sex: 'Male or Female; the column of the sheet Mortality.',
    Smoker: 'Yes multiplies the mortality.',
    SumAssured: 'Paid at death within the term, 10,000 to 5,000,000.',
    Term: '5 to 30 years.',
    InterestRate: 'Discounts claims and premiums, 0 to 10 percent.',
    PremiumsPerYear: '1, 2, 4 or 12.',
    ExpenseShare: 'Share of each premium that pays for expenses.',
    ExpenseFixed: 'Yearly amount for expenses.',
    Premium: '(Net premium + fixed expenses / payments a year) / (1 - share for expenses), in cents.',
    AnnualPremium: 'Premium × payments a year.',
    PresentValueOfClaims: 'Sum of deaths × discount × sum assured over all months of the term.',
    Survival: 'Share of those insured who live to the end of the term.',
    HighestReserve: 'The largest of the reserves by year.',
    Reserves: 'Survivors and reserve at the end of each year.',
  },
  assumptions: [
    'The mortality is 0.0002 plus an exponential curve by sex; it is not a published table.',
    'Deaths within a year are spread evenly over its months by the twelfth root of survival.',
  ],
}

export const annuityReadme: Readme = {
  title: 'Annuity projection: how it works',
  purpose: [
    'A life annuity bought with a single premium, projected year by year.',
    'The first payment is the premium after expenses divided by the expected present value of one a year.',
  ],
  about: {
    Age: 'Age at the first payment, 50 to 85.',
    Sex: 'Male or Female; the column of the sheet Mortality.',
    Premium: 'Single premium, 5,000 to 10,000,000.',
    InterestRate: 'Discounts payments, 0 to 8 percent.',
    GuaranteedYears: 'Payments of these years are made whoever lives, 0 to 25.',
    YearlyRise: 'Each yearly payment is this much higher than the one before.',
    Improvement: 'Mortality of each later year is this much lower, 0 to 3 percent.',
    ExpenseShare: 'Taken from the premium at the beginning.',
    PaymentsPerYear: '1, 2, 4 or 12. The value of 1 a year is reduced by (n - 1) / 2n for parts of a year.',
    Annuity: 'Premium × (1 - expenses) / value of 1 a year in instalments, in cents.',
    Instalment: 'Annuity divided by the payments a year.',
    PayoutRate: 'Annuity of the first year divided by the premium.',
    ExpectedPayments: 'Sum of the expected payments of all years, not discounted.',
    ExpectedYears: 'Sum of the shares of years that are paid.',
    BreakEvenYears: 'Years after which the payments to a survivor have reached the premium.',
    Projection: 'Mortality, survivors, growth, discount and expected payment of each year.',
  },
  assumptions: [
    'The mortality is 0.0003 plus an exponential curve by sex; it is not a published table. Nobody lives beyond 115.',
    'The reduction for parts of a year is the usual approximation and is not extended to the guaranteed years.',
  ],
}

export const groupHealthReadme: Readme = {
  title: 'Group health: how it works',
  purpose: [
    'Rates a group of up to 40 members from a census, with three plans and the claims of the group itself.',
    'Each member pays the rate of the plan × (factor by age + factor for dependants); one factor then applies to all.',
  ],
  about: {
    Industry: 'Office, Trade, Construction or Other; a loading of 0, 5, 18 or 10 percent.',
    StartOfCover: 'First day of the year of cover.',
    DependantFactor: 'Added to the factor by age for each dependant, three at most.',
    ClaimsLastYear: 'What the group claimed; 0 where there is no experience.',
    PremiumLastYear: 'What the group paid; 0 switches experience rating off.',
    MedicalInflation: 'Raises all premiums, 0 to 25 percent.',
    Members: 'Member, age, plan and number of dependants, a row each.',
    AnnualPremium: 'Sum of the members × (1 - discount for size) × (1 + industry) × own claims × (1 + inflation).',
    AveragePremium: 'Annual premium divided by the members.',
    MonthlyPremium: 'A twelfth of the annual premium.',
    PersonsCovered: 'Members and their dependants.',
    LossRatio: 'Claims divided by premium of the last year.',
    EndOfCover: 'The day before the first anniversary.',
    Plans: 'Members, average age and premium of each plan.',
  },
  assumptions: [
    examples,
    'Own claims count with a credibility of the square root of members / 60; 75 percent is the expected loss ratio.',
    'The factor for own claims stays between 0.7 and 1.5.',
  ],
}

export const mortgageReadme: Readme = {
  title: 'Mortgage: how it works',
  purpose: [
    'Payments of a mortgage with a fixed rate at first and another one afterwards, with a yearly extra repayment.',
    'The schedule has 420 months; the sheet Years sums it up.',
  ],
  about: {
    Price: 'Price of the property, 20,000 to 20,000,000.',
    OwnMoney: 'What is paid without the loan; less than price and costs.',
    FixedRate: 'Interest rate a year while it is fixed.',
    Years: 'As an input: term of the loan, 5 to 35 years. As a result: paid, interest and balance of each year.',
    FixedYears: 'How long the first rate holds.',
    LaterRate: 'Interest rate a year afterwards.',
    ExtraRepayment: 'Paid at the end of every twelfth month, as far as there is something to repay.',
    CostShare: 'Costs of buying as a share of the price; they are part of the loan.',
    Income: 'Net income of the household a month.',
    Loan: 'Price + costs - own money.',
    LoanToValue: 'Loan divided by the price.',
    PaymentFixed: 'PMT of the loan over the whole term at the fixed rate.',
    PaymentLater:
      'PMT of the balance without extra repayments over the rest of the term at the later rate; 0 when the rate is fixed to the end.',
    BalanceAtEndOfFixedRate: 'From the schedule, with extra repayments.',
    TotalInterest: 'Sum of the interest of all months.',
    MonthsToRepay: 'Months with a payment; extra repayments make them fewer.',
    ShareOfIncome: 'Payment while the rate is fixed divided by the income.',
    Affordable: 'Yes up to a third of the income, To be examined up to 40 percent, No above.',
  },
  assumptions: ['Interest is charged by the month, a twelfth of the yearly rate. The last payment is what is left.'],
}

export const loanReadme: Readme = {
  title: 'Loan with goal seek: how it works',
  purpose: [
    'Instalments and schedule of a loan. Goal seek finds the amount that a monthly payment affords.',
    'The block on the sheet Goal seek tells which cell is to reach which value by changing which other cell.',
  ],
  about: {
    Amount: 'Amount of the loan, 1,000 to 5,000,000.',
    InterestRate: 'Interest rate a year, 0 to 20 percent.',
    Months: 'Term, 12 to 360 months.',
    PayoutMonth: 'First day of the month of payout; due dates follow month by month.',
    FindAmount: 'TRUE runs the goal seek.',
    AffordablePayment: 'The monthly payment that the goal seek aims at.',
    Payment: 'PMT of the amount over the term, in cents.',
    TotalInterest: 'Sum of the interest of all months.',
    TotalPaid: 'Sum of all payments.',
    EffectiveRate: 'EFFECT of the yearly rate with twelve periods.',
    AffordableAmount: 'The amount whose payment is the affordable one. Without goal seek it is what the cell holds.',
    LastPayment: 'Due date of the last payment.',
    Schedule: 'Due date, payment, interest, repayment and balance of each month.',
  },
  assumptions: ['Interest is charged by the month, a twelfth of the yearly rate.'],
}

export const cashFlowReadme: Readme = {
  title: 'Discounted cash flow: how it works',
  purpose: [
    'Values a company from ten years of plan and a terminal value.',
    'Growth goes in a straight line from that of the first year to the growth for ever.',
  ],
  about: {
    Revenue: 'Of the last year, in millions.',
    Growth: 'Of revenue in the first year of the plan.',
    OperatingMargin: 'Operating result divided by revenue, in all years.',
    TaxRate: 'On a positive operating result.',
    Depreciation: 'Share of revenue; it is no payment and therefore added back.',
    Investment: 'Share of revenue.',
    WorkingCapital: 'Share of the change of revenue that is tied up.',
    TerminalGrowth: 'Growth after the plan; below the cost of capital.',
    CostOfCapital: 'Discounts all cash flows.',
    NetDebt: 'Debt less cash, in millions; negative for net cash.',
    Shares: 'Number of shares in millions.',
    MidYear: 'TRUE discounts by half a year less, because payments come in all through the year.',
    SharePrice: 'What a share costs today.',
    PlanValue: 'Sum of the free cash flows × discount factors of the plan.',
    TerminalValue: 'Last free cash flow × (1 + growth) / (cost of capital - growth).',
    EnterpriseValue: 'Value of the plan + terminal value × last discount factor.',
    EquityValue: 'Value of the enterprise - net debt.',
    ValuePerShare: 'Equity value divided by the shares.',
    TerminalShare: 'How much of the value comes after the plan.',
    Upside: 'Value of a share divided by its price, less 1.',
    Return: 'IRR of buying at the price and selling at the terminal value.',
    Sensitivity: 'Value of a share for other costs of capital and growths; 0 where growth is not below the cost.',
  },
  assumptions: ['Margins, tax and shares of revenue stay the same in all years.'],
}
