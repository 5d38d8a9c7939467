// Colors guides' code blocks on the server. A wrong color is harmless, but text must never be lost.

const grammars: Record<string, RegExp> = {
  bash: /(?<comment>(?<=^|\s)#.*$)|(?<string>'[^']*'|"(?:\\.|[^"\\])*")|(?<name>\$\w+|^[A-Z]+(?==))|(?<keyword>(?<=^|\| |\()(?:curl|npm|node|export|git|cd)\b)/gm,
  json: /(?<name>"(?:\\.|[^"\\])*"(?=\s*:))|(?<string>"(?:\\.|[^"\\])*")|(?<number>-?\b\d+(?:\.\d+)?\b|\b(?:true|false|null)\b)/gm,
  http: /(?<keyword>^(?:GET|PUT|POST|PATCH|DELETE|HTTP\/[\d.]+)\b)|(?<name>^[A-Za-z-]+(?=: ))|(?<string>"[^"]*")/gm,
  js: /(?<comment>\/\/.*$)|(?<string>'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|(?<keyword>\b(?:async|await|const|else|export|for|from|function|if|import|interface|let|new|of|return|throw|type|while)\b)|(?<number>\b\d[\d_.]*\b|\b(?:true|false|null|undefined)\b)/gm,
  python:
    /(?<comment>(?<=^|\s)#.*$)|(?<string>[frb]?"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?<keyword>\b(?:and|as|def|elif|else|except|finally|for|from|if|import|in|is|lambda|not|or|raise|return|try|while|with|yield)\b)|(?<number>\b\d[\d_.]*\b|\b(?:True|False|None)\b)/gm,
  php: /(?<comment>\/\/.*$)|(?<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?<name>\$\w+|[A-Z]+_[A-Z_]+\b)|(?<keyword><\?php|\b(?:array|echo|else|foreach|for|function|if|new|return|while)\b)|(?<number>\b\d[\d.]*\b|\b(?:true|false|null)\b)/gm,
  ruby: /(?<comment>(?<=^|\s)#(?!\{).*$)|(?<string>"(?:\\.|[^"\\])*"|'[^']*')|(?<keyword>\b(?:begin|def|do|else|elsif|end|if|nil|puts|require|rescue|return|unless|while)\b)|(?<number>\b\d[\d_.]*\b|\b(?:true|false)\b)/gm,
  go: /(?<comment>\/\/.*$)|(?<string>"(?:\\.|[^"\\])*"|`[^`]*`)|(?<keyword>\b(?:defer|else|for|func|if|import|package|range|return|struct|type|var)\b)|(?<number>\b\d[\d_.]*\b|\b(?:true|false|nil)\b)/gm,
  xml: /(?<comment><!--[\s\S]*?-->)|(?<string>"[^"]*")|(?<name><\/?[\w:]+|\/?>)/gm,
}

const aliases: Record<string, string> = { sh: 'bash', ts: 'js', html: 'xml' }

export function highlight(code: string, language: string): string {
  const grammar = grammars[aliases[language] ?? language]
  if (!grammar) return escapeHtml(code)
  let html = ''
  let end = 0
  for (const match of code.matchAll(grammar)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0]
    html += `${escapeHtml(code.slice(end, match.index))}<span class="hl-${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
