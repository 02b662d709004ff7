import { type BenchModel, numbersFrom } from './model.ts'

const ROWS = 600
const AGES = 120

/** A book of policies whose reserves, powers, divisors and codes are computed by recursive named LAMBDAs. */
export function recursiveLambdas(): BenchModel {
  const next = numbersFrom(4711)
  const book: Record<string, string | number> = { A1: 0.03, B1: 12 }
  const deaths: Record<string, number> = {}
  for (let age = 0; age < AGES; age++) deaths[`A${age + 1}`] = Math.round((0.0005 + 0.00004 * 1.09 ** age) * 1e6) / 1e6
  const policies = Array.from({ length: ROWS }, (_, i) => {
    const row = i + 3
    const policy = {
      age: 20 + Math.floor(next() * 40),
      term: 5 + Math.floor(next() * 35),
      sum: 1000 * (1 + Math.floor(next() * 300)),
      other: 12 + Math.floor(next() * 5000),
      code: `AB${100_000 + Math.floor(next() * 899_999)}`,
    }
    Object.assign(book, {
      [`A${row}`]: policy.age,
      [`B${row}`]: policy.term,
      [`C${row}`]: policy.sum,
      [`D${row}`]: policy.other,
      [`E${row}`]: policy.code,
      [`F${row}`]: `=Reserve(A${row},B${row},$A$1)*C${row}`,
      [`G${row}`]: `=Grown(1+$A$1,B${row})`,
      [`H${row}`]: `=Divisor(C${row}+$B$1,D${row})`,
      [`I${row}`]: `=Backwards(E${row}&$B$1)`,
      [`J${row}`]: `=F${row}*G${row}+H${row}+LEN(I${row})`,
    })
    return policy
  })
  book['K1'] = `=SUM(J3:J${ROWS + 2})`
  book['L1'] = `=I${ROWS + 2}`
  const rates = Object.values(deaths)
  return {
    name: 'recursive',
    sheets: { Book: book, Deaths: deaths },
    names: {
      Reserve:
        'LAMBDA(age,term,rate,IF(term<=0,1,(INDEX(Deaths!$A$1:$A$120,age)+(1-INDEX(Deaths!$A$1:$A$120,age))*Reserve(age+1,term-1,rate))/(1+rate)))',
      Grown: 'LAMBDA(base,n,IF(n=0,1,base*Grown(base,n-1)))',
      Divisor: 'LAMBDA(a,b,IF(b=0,a,Divisor(b,MOD(a,b))))',
      Backwards: 'LAMBDA(text,IF(LEN(text)<=1,text,Backwards(MID(text,2,LEN(text)))&LEFT(text,1)))',
    },
    inputs: [
      { name: 'rate', cell: 'Book!$A$1', range: [0.01, 0.06] },
      { name: 'extra', cell: 'Book!$B$1', range: [1, 90], isWhole: true },
    ],
    outputs: { total: 'Book!$K$1', code: 'Book!$L$1' },
    hand: ([rate, extra]) => {
      const reserve = (age: number, term: number): number => {
        if (term <= 0) return 1
        const death = rates[age - 1] as number
        return (death + (1 - death) * reserve(age + 1, term - 1)) / (1 + (rate as number))
      }
      const grown = (n: number): number => (n === 0 ? 1 : (1 + (rate as number)) * grown(n - 1))
      const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
      let total = 0
      let last = ''
      for (const { age, term, sum, other, code } of policies) {
        last = Array.from(`${code}${extra}`).toReversed().join('')
        total += reserve(age, term) * sum * grown(term) + divisor(sum + (extra as number), other) + last.length
      }
      return [total, last]
    },
  }
}
