import * as lucide from 'lucide-react';

/**
 * The icons of the app's frame and of most pages, declared in one module: otherwise the bundler would put each into its
 * own file.
 */
export const ArrowDown = lucide.ArrowDown;
export const ArrowLeft = lucide.ArrowLeft;
export const ArrowUp = lucide.ArrowUp;
export const BookmarkPlus = lucide.BookmarkPlus;
export const Check = lucide.Check;
export const ChevronLeft = lucide.ChevronLeft;
export const ChevronRight = lucide.ChevronRight;
export const CircleQuestionMark = lucide.CircleQuestionMark;
export const Coins = lucide.Coins;
export const Copy = lucide.Copy;
export const Download = lucide.Download;
export const Ellipsis = lucide.Ellipsis;
export const FileText = lucide.FileText;
export const Folder = lucide.Folder;
export const Images = lucide.Images;
export const LogOut = lucide.LogOut;
export const MailCheck = lucide.MailCheck;
export const Menu = lucide.Menu;
export const MessageCircle = lucide.MessageCircle;
export const Palette = lucide.Palette;
export const PanelLeftClose = lucide.PanelLeftClose;
export const Paperclip = lucide.Paperclip;
export const PenLine = lucide.PenLine;
export const Pencil = lucide.Pencil;
export const Plus = lucide.Plus;
export const RefreshCw = lucide.RefreshCw;
export const Search = lucide.Search;
export const Share2 = lucide.Share2;
export const ShieldCheck = lucide.ShieldCheck;
export const SlidersHorizontal = lucide.SlidersHorizontal;
export const TriangleAlert = lucide.TriangleAlert;
export const Wrench = lucide.Wrench;
export const X = lucide.X;
