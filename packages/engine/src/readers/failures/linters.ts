const LINTERS = new Set(
  (
    'ansible-lint bandit biome black brakeman buf buildifier clang-tidy cpplint credo dialyzer dotenv-linter eslint fasterer flake8 ' +
    'golangci-lint hadolint haml-lint isort jshint lint luacheck markdown markdownlint oxlint perlcritic phan phpcs phpstan pmd ' +
    'protolint psalm puppet-lint pydocstyle pylint reek rubocop ruff scalastyle shellcheck standard stylelint yaml'
  ).split(' '),
);
/** SwiftLint and ktlint print in the compiler's shape, with the rule behind the message. */
const RULE_BEHIND = /^[A-Z].*\((?:standard:)?[a-z]+(?:[_:-][a-z]+)*\)$/;

/** True when the finding is a linter's: such findings are independent of each other, and warnings alone may fail a run. */
export function isLinter(finding: { tool: string; message: string }): boolean {
  return LINTERS.has(finding.tool) || RULE_BEHIND.test(finding.message);
}
