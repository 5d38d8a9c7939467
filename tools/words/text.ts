export type Text = { kind: TextKind; line: number; text: string }

export type TextKind = 'comment' | 'test title' | 'description' | 'message' | 'interface text' | 'guide'
