/** Operations that never raise a doubt. */
const CERTAIN: ReadonlySet<string> = new Set(
  'kept power powers powerIn snap round roundOneWay integerBelow call call1 call2 number onlyNumber sum average count placeOfLargest placeOfSmallest placedNumber sumOfValues runValuesTo largestOfValues smallestOfValues averageOfValues countOfValues sumFrom plainSum sumOfProducts largest largestOr smallest smallestOr presentValue runTo running add sumOn sumStart sumEnd sumBlock'.split(
    ' ',
  ),
)

/** Can this code raise a doubt? */
export function mayDoubt(text: string): boolean {
  if (/\b(?:part|sum|over)_\d|\bfar\.|\.find/.test(text)) return true
  for (const [, name = ''] of text.matchAll(/\bf\.(\w+)/g)) if (!CERTAIN.has(name)) return true
  return false
}
