@echo off
rem Starts Running Order and opens it in the browser. Ctrl-C, or closing this window, stops it.
call "%~dp0running-order.cmd" serve --open %*
if errorlevel 1 pause
