import type { Shell } from "./offer.js";

/** The script for each shell; it gets its candidates from `turnpipe __complete`. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# bash completion for turnpipe; to install it: turnpipe completion --help
_turnpipe() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT} rest word at words=() found=() kept
  # bash also splits words at = and :; join what no space separates.
  for ((at = 0; at <= COMP_CWORD; at++)); do
    rest=\${line#"\${line%%[![:space:]]*}"}
    if ((at == 0)) || [[ $rest != "$line" ]]; then words+=(""); fi
    word=\${COMP_WORDS[at]}
    if ((at == COMP_CWORD)); then word=$rest; fi
    words[\${#words[@]} - 1]+=$word
    line=\${rest#"$word"}
  done
  COMPREPLY=()
  mapfile -t found <<<"$(turnpipe __complete bash -- "\${words[@]:1}" </dev/null 2>/dev/null)"
  case \${found[0]} in
    "") return ;;
    :files*) compopt -o default; return ;;
    :dirs*) compopt -o dirnames; return ;;
    :nospace) compopt -o nospace; found=("\${found[@]:1}") ;;
  esac
  # Readline replaces only the part after the last word break.
  word=\${words[\${#words[@]} - 1]}
  kept=\${word%"\${word##*["$COMP_WORDBREAKS"]}"}
  COMPREPLY=("\${found[@]#"$kept"}")
}
# Keep the order, latest thread first; bash before 4.4 always sorts.
complete -o nosort -F _turnpipe turnpipe 2>/dev/null || complete -F _turnpipe turnpipe
`,
  zsh: `#compdef turnpipe
# zsh completion for turnpipe; to install it: turnpipe completion --help
_turnpipe() {
  local -a found
  found=("\${(@f)$(turnpipe __complete zsh -- "\${(@)words[2,CURRENT]}" </dev/null 2>/dev/null)}")
  case $found[1] in
    "") return 1 ;;
    :files*) compset -p \${found[1]#:files }; _files ;;
    :dirs*) compset -p \${found[1]#:dirs }; _files -/ ;;
    :nospace) shift found; _describe -V turnpipe found -S "" ;;
    *) _describe -V turnpipe found ;;
  esac
}
# Autoloaded from $fpath this file is the function itself; with eval it only registers it.
if [[ $funcstack[1] == _turnpipe ]]; then
  _turnpipe "$@"
else
  compdef _turnpipe turnpipe
fi
`,
  fish: `# fish completion for turnpipe; to install it: turnpipe completion --help
function __turnpipe_complete
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  set -l found (turnpipe __complete fish -- $before[2..-1] "$current" </dev/null 2>/dev/null)
  set -l directive (string split ' ' -- "$found[1]")
  switch "$directive[1]"
    case :files :dirs
      # A file name behind --flag= is completed without the flag, and put behind it again.
      set -l flag (string sub --length "$directive[2]" -- "$current")
      set -l typed (string sub --start (math $directive[2] + 1) -- "$current")
      set -l complete_path __fish_complete_path
      if test "$directive[1]" = :dirs
        set complete_path __fish_complete_directories
      end
      for path in ($complete_path "$typed")
        printf '%s%s\\n' "$flag" "$path"
      end
    case :nospace
      printf '%s\\n' $found[2..-1]
    case '?*'
      printf '%s\\n' $found
  end
end
complete --command turnpipe --no-files --keep-order --arguments '(__turnpipe_complete)'
`,
};
