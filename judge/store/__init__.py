"""The database: games, orders, the inbox and the outbox. SQLAlchemy lives here."""
