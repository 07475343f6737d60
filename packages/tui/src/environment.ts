/**
 * Sets what Ink and its colour library read from the environment when they are loaded. NO_COLOR (https://no-color.org) is
 * unknown to them, and Node warns on the screen when both variables are set; in CI they would go quiet.
 */
export function prepareEnvironment(environment: NodeJS.ProcessEnv): void {
  if (environment.NO_COLOR) environment.FORCE_COLOR = '0';
  delete environment.NO_COLOR;
  delete environment.CI;
  delete environment.CONTINUOUS_INTEGRATION;
  // A variable of Ink's own: its frames for screen readers are not rows.
  delete environment.INK_SCREEN_READER;
}
