import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import './console.css';
import { Coupons } from './desk/coupons.tsx';
import { Members } from './desk/members.tsx';
import { MutedProducts } from './desk/muted.tsx';
import { QuestionnaireAnswers, Questionnaires } from './pages/answers.tsx';
import { Changes } from './pages/changes.tsx';
import { ErrorLog } from './pages/error-log.tsx';
import { HistoryState } from './pages/history-state.tsx';
import { Inquiries } from './pages/inquiries.tsx';
import { Insight } from './pages/insight.tsx';
import { Invoices } from './pages/invoices.tsx';
import { Join } from './pages/join.tsx';
import { Missing } from './pages/missing.tsx';
import { OrderPage } from './pages/order.tsx';
import { Orders } from './pages/orders.tsx';
import { Parcels } from './pages/parcels.tsx';
import { Poison } from './pages/poison.tsx';
import { Reviews } from './pages/reviews.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { StaffPage } from './pages/staff.tsx';
import { Views } from './pages/views.tsx';
import { Work } from './pages/work.tsx';
import { PersonRequestPage } from './persons/request.tsx';
import { PersonRequestsPage } from './persons/request-list.tsx';
import { Session } from './session.tsx';
import { Tables } from './tables/tables.tsx';

const router = createBrowserRouter(
  [
    { path: '/join', element: <Join /> },
    { path: '/sign-in', element: <SignIn /> },
    {
      path: '/',
      element: <Session />,
      children: [
        { index: true, element: <Orders /> },
        { path: 'orders/:orderNo', element: <OrderPage /> },
        { path: 'tasks', element: <Work /> },
        { path: 'tasks/:list', element: <Work /> },
        { path: 'inquiries', element: <Inquiries /> },
        { path: 'questionnaires', element: <Questionnaires /> },
        { path: 'questionnaires/:route', element: <QuestionnaireAnswers /> },
        { path: 'reviews', element: <Reviews /> },
        { path: 'muted', element: <MutedProducts /> },
        { path: 'members', element: <Members /> },
        { path: 'coupons', element: <Coupons /> },
        { path: 'persons', element: <PersonRequestsPage /> },
        { path: 'persons/:requestId', element: <PersonRequestPage /> },
        { path: 'parcels', element: <Parcels /> },
        { path: 'invoices', element: <Invoices /> },
        { path: 'insight', element: <Insight /> },
        { path: 'history', element: <HistoryState /> },
        { path: 'errors', element: <ErrorLog /> },
        { path: 'poison', element: <Poison /> },
        { path: 'tables', element: <Tables /> },
        { path: 'tables/:table', element: <Tables /> },
        { path: 'staff', element: <StaffPage /> },
        { path: 'views', element: <Views /> },
        { path: 'changes', element: <Changes /> },
        { path: '*', element: <Missing /> },
      ],
    },
  ],
  { basename: '/console' },
);

const root = document.getElementById('console');
if (root) createRoot(root).render(<RouterProvider router={router} />);
