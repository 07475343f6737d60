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

/**
 * Takes `fetch` away before Ink is loaded. Yoga reads its own WebAssembly from a data URL with it where it exists, and
 * Node then loads its whole HTTP client, a quarter of the time to the first frame; without it Yoga decodes the text.
 */
export function hideFetch(world: object): void {
  Reflect.deleteProperty(world, 'fetch');
}

/**
 * Makes segmenters ones that load their tables when they are first asked. Ink makes one as it is loaded, for a writer that
 * is not used here.
 */
export function deferSegmenters(intl: typeof Intl): void {
  const deferred = new Proxy(intl.Segmenter, {
    construct(Segmenter, [locales, options]) {
      let real: Intl.Segmenter | null = null;
      const make = () => {
        real ??= new Segmenter(locales, options);
        return real;
      };
      return { segment: (text: string) => make().segment(text), resolvedOptions: () => make().resolvedOptions() };
    },
  });
  Reflect.set(intl, 'Segmenter', deferred);
}
