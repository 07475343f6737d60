const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Programs that only read, whatever their arguments; those that have a way to write have a rule of their own. */
export const READ_ONLY = set(`
  : [ [[ arch ascii base32 basename cal cat cksum cmp cd col column comm cut dirname du echo egrep expand expr factor false
  fgrep file fmt fold free getconf getent grep groups head hexdump id join jobs last ldd locale ls lsblk lscpu lsmem lsmod
  lsof lspci lsusb md5sum nl nm nproc numfmt objdump od paste pathchk pgrep pidof popd pr printenv printf ps pushd pwd
  read readelf readlink realpath return rev sha1sum sha224sum sha256sum sha384sum sha512sum shasum size sleep stat strings sum
  tac tail test tr true tsort tty type uname unexpand uptime users vmstat w wait wc where whereis which who whoami yes zcat
  zgrep bzcat xzcat zstdcat zipinfo tokei cloc ncal dmesg iostat mpstat nslookup dig host ping ss netstat sw_vers sysctl
  vm_stat otool dpkg-query pstree seq df base64 diff sdiff colordiff diffstat shift local export unset readonly declare typeset
  let break continue exit getopts hash times umask ulimit loginctl apropos whatis
`);

/** Programs that bring what the network sends to their output. */
export const NETWORK = set(
  'curl wget fetch http https xh aria2c lynx links nc ncat netcat socat telnet ftp sftp scp rsync gsutil s3cmd',
);

/** Shells and interpreters: they run a text as a program. */
export const SHELLS = set('sh bash dash zsh ksh ash fish csh tcsh mksh busybox rbash');
export const INTERPRETERS = set(
  'python python2 python3 perl ruby node nodejs deno bun php lua tclsh osascript pwsh powershell Rscript awk gawk mawk',
);

/** Programs that run another one with more rights, or as another user. */
export const ELEVATING = set(
  'sudo doas su pkexec run0 gosu su-exec sudoedit calife super dzdo kdesu gksudo gksu sudo-rs runuser setpriv machinectl',
);

/** Programs that change disks, file systems or whether the machine runs. */
export const DISKS = set(
  'mkfs fdisk sfdisk cfdisk gdisk sgdisk parted wipefs blkdiscard mkswap swapoff swapon mke2fs mkntfs hdparm cryptsetup lvremove vgremove pvremove zpool badblocks',
);
export const POWER = set('shutdown reboot halt poweroff telinit');

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

/** Variables that change what a program runs or loads. */
export const STEERING =
  /^(?:PATH|IFS|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS4|LD_\w+|DYLD_\w+|PYTHON(?:PATH|STARTUP|HOME)|PERL5?(?:LIB|OPT|DB)\w*|RUBY(?:LIB|OPT)|NODE_(?:OPTIONS|PATH)|GIT_(?:SSH\w*|EXTERNAL_DIFF|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|CONFIG\w*|EXEC_PATH|PROXY_COMMAND|DIR|WORK_TREE)|PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|SSH_ASKPASS|MAKEFLAGS|CC|CXX|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|RUSTC_WRAPPER|CARGO_BUILD_RUSTC\w*|HOME|WISP_HOME)$/;
