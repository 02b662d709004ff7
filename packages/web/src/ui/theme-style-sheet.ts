import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme, rem } from '@mantine/core'
import {
  type RichTextColour,
  richTextAlignments,
  richTextClass,
  richTextSizes,
} from '@sheetwright/contract/products/rich-text.ts'
import { chartColours, richTextColours, richTextFonts, theme, tokenVariables } from './theme.ts'

/** The style sheet with every variable of the theme and the classes of rich text. Runs in the build only. */
export function themeStyleSheet(): string {
  const base = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  const variables = convertCssVariables({
    variables: { ...base.variables, ...tokenVariables.variables },
    light: { ...base.light, ...tokenVariables.light, ...colourVariables('light') },
    dark: { ...base.dark, ...tokenVariables.dark, ...colourVariables('dark') },
  })
  return variables + richTextRules()
}

/** The classes of rich text; see the contract. */
function richTextRules(): string {
  return [
    ...richTextSizes.map((size) => `.${richTextClass.size(size)}{font-size:${rem(size)}}`),
    ...entriesOf(richTextFonts).map(([name, family]) => `.${richTextClass.font(name)}{font-family:${family}}`),
    ...entriesOf(richTextColours).map(([name]) => `.${richTextClass.colour(name)}{color:var(${variableOf(name)})}`),
    ...richTextAlignments.map((alignment) => `.${richTextClass.align(alignment)}{text-align:${alignment}}`),
  ].join('')
}

function colourVariables(scheme: 'light' | 'dark'): Record<string, string> {
  return Object.fromEntries([
    ...entriesOf(richTextColours).map(([name, colour]) => [variableOf(name), colour[scheme]]),
    ...chartColours.map((colour, index) => [`--sw-chart-${index + 1}`, colour[scheme]]),
  ]) as Record<string, string>
}

function variableOf(name: RichTextColour): string {
  return `--sw-rich-${name}`
}

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][]
}
