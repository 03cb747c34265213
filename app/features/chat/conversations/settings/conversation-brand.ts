import { createContext } from 'react';

/** The brand that grounds the conversation on the page: its answers and documents are previewed and checked as that one. */
export const ConversationBrand = createContext<string | null>(null);
