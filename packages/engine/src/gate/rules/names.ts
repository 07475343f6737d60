const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Programs that only read, whatever their arguments; those that have a way to write have a rule of their own. */
export const READ_ONLY = set(`
  arch ascii base32 bc cal cat cksum cmp cd col column comm cut diff3 expand expr factor fmt fold free getconf groups
  head hexdump hexyl id join last locale lsblk lscpu lsmem lsmod lsns lsof lspci lsusb findmnt md5sum nl nm nproc numfmt objdump od
  paste pathchk pgrep pidof popd pr pushd pwd read readelf return rev sha1sum sha224sum sha256sum sha384sum sha512sum shasum size
  sleep strings sum tac tail tr tsort tty type uname unexpand uptime users vmstat w wait wc whereis who whoami yes zcat zgrep bzcat
  xzcat zstdcat zipinfo tokei ncal iostat mpstat netstat sw_vers vm_stat otool dpkg-query pstree seq df base64 diff colordiff diffstat
  shift local export unset readonly declare typeset let break continue exit getopts times umask ulimit apropos whatis set shopt tput
  clear printenv
`);

/** Of those, the ones that look at the names, sizes and kinds of files, or at words, and not into files. */
export const NAMES_ONLY = set(`
  : [ [[ basename dirname du duf dust echo eza exa false ls lsd printf readlink realpath stat test true which
`);

/** Programs that bring what the network sends to their output. */
export const NETWORK = set(
  'curl curlie wget wget2 fetch http https xh aria2c lynx links nc ncat netcat socat telnet ftp sftp scp rsync gsutil s3cmd',
);

/** Shells and interpreters: they run a text as a program. */
export const SHELLS = set('sh bash dash zsh ksh ash fish csh tcsh mksh busybox toybox rbash');
export const INTERPRETERS = set(
  'python python2 python3 perl ruby node nodejs deno bun php lua tclsh osascript pwsh powershell Rscript awk gawk mawk',
);

/** Programs that run another one with more rights, or as another user. */
export const ELEVATING = set(
  'sudo doas su pkexec run0 gosu su-exec sudoedit calife super dzdo kdesu gksudo gksu sudo-rs runuser setpriv machinectl',
);

/** Programs that change disks, file systems or whether the machine runs. */
export const DISKS = set(
  'mkfs fdisk sfdisk cfdisk gdisk sgdisk parted partprobe wipefs blkdiscard mkswap swapoff swapon mke2fs mkntfs tune2fs resize2fs e2fsck fsck hdparm cryptsetup lvcreate lvremove vgcreate vgremove pvcreate pvremove mdadm dmsetup zpool badblocks nvme newfs_apfs newfs_hfs',
);
export const POWER = set('shutdown reboot halt poweroff telinit kexec');

/** Programs whose first argument says what they do: approvals remember both. */
export const HAS_VERBS = set(`
  apt apt-get brew bundle bun bunx cargo composer conan dart deno docker dotnet flutter gem gh git glab go gradle gradlew helm just
  kubectl lerna make meson mix mvn npm npx nx pacman pip pip3 pipx pnpm podman poetry rails rake rustup sbt snap stack swift
  systemctl task tauri terraform tofu turbo uv uvx vagrant xcodebuild yarn zig ./gradlew ./mvnw
`);

/** Programs whose version and help are asked for a hundred times a day. */
export const HAS_VERSION = set(`
  node npm npx pnpm yarn bun deno tsc python python3 pip pip3 uv poetry ruby gem bundle php composer perl go cargo rustc rustup gcc g++ cc
  clang clang++ make cmake ninja meson java javac mvn gradle kotlinc scala swift dotnet docker podman kubectl helm terraform git gh
  rg fd jq yq sqlite3 psql mysql redis-cli ffmpeg convert curl wget ssh tar zip unzip bash zsh tmux vim nvim emacs ollama aws gcloud az
  eslint prettier jest vitest pytest ruff black mypy biome shellcheck wisp
`);
/** Of those, the ones that print their version for `-v`, and the ones that print their help for `help`. */
export const SHORT_VERSION = set(`
  node npm npx pnpm yarn bun deno tsc ruby gem bundle php composer perl java mvn gradle gcc g++ cc clang clang++ make cmake docker podman
  vim nvim eslint zip unzip
`);
export const HELP_VERB = set(`
  git npm pnpm yarn cargo go docker podman kubectl helm terraform gh pip pip3 gem brew rustup poetry uv composer dotnet aws gcloud az
  ollama wisp
`);

/** Variables that change what a program runs, loads, or takes for its settings. */
export const STEERING =
  /^(?:PATH|IFS|ENV|BASH_ENV|BASH_FUNC_.*|SHELL|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS4|CDPATH|LD_\w+|DYLD_\w+|GCONV_PATH|LOCPATH|GLIBC_TUNABLES|OPENSSL_(?:CONF|ENGINES|MODULES)|SSLKEYLOGFILE|PYTHON(?:PATH|STARTUP|HOME|WARNINGS|INSPECT|BREAKPOINT)|PERL5?(?:LIB|OPT|DB)\w*|RUBY(?:LIB|OPT)|NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS)|GIT_(?!AUTHOR_|COMMITTER_|TERMINAL_PROMPT$|MERGE_AUTOEDIT$|OPTIONAL_LOCKS$)\w+|XDG_CONFIG_\w+|\w*PAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|LESSKEY\w*|MANROFFOPT|SSH_ASKPASS|RSYNC_RSH|CVS_RSH|TAR_OPTIONS|RIPGREP_CONFIG_PATH|KUBECONFIG|DOCKER_(?:HOST|CONFIG|CONTEXT)|AWS_CONFIG_FILE|MAKEFLAGS|MAKEFILES|CC|CXX|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|RUSTC\w*|CARGO_\w*(?:RUSTC|RUNNER|LINKER|HOME)\w*|GOFLAGS|GOTOOLCHAIN|HOME|WISP_HOME)$/;

/** Of those, the ones whose value is a command. */
export const HOLDS_COMMAND = /PAGER|EDITOR|VISUAL|COMMAND|ASKPASS|DIFF|BROWSER|LESSOPEN|LESSCLOSE|WRAPPER|_RSH|^SHELL$/;
