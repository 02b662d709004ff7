import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { theme, tokenVariables } from './theme.ts'

/** The style sheet with every variable of the theme. Runs in the build only. */
export function themeStyleSheet(): string {
  const base = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  return convertCssVariables({
    variables: { ...base.variables, ...tokenVariables.variables },
    light: { ...base.light, ...tokenVariables.light },
    dark: { ...base.dark, ...tokenVariables.dark },
  })
}
