/** Words that name a result, in English and Japanese. */
const RESULT =
  /\b(total|sum|result|premium|payment|instal+ment|price|amount due|net|gross|profit|loss|balance|value|cost|npv|irr|roi|yield|return|margin|score|rating|payback|payout|benefit|tax|fee|subtotal|answer|output|average|mean|ratio|equity|cash ?flow|ebitda|ebit|income)\b|合計|総額|総計|小計|結果|保険料|返済額|支払額|金額|利益|損益|税額|残高|平均|割合|評価|料金|給付/iu

export function isResultLabel(label: string): boolean {
  return RESULT.test(label)
}
